// because: diagnose call_missing.c --tests call_missing
// missing after line 19
// should be: printf("large\n"); bump();
#include <stdio.h>
int count = 0;
void bump(void) {
    count++;
}
int main(void) {
    int n, x, i;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &x);
        if (x < 0) {
            printf("negative\n");
            bump();
        }
        if (x > 100) {
            printf("large\n");
        }
    }
    printf("%d\n", count);
    return 0;
}
