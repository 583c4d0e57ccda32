// because: diagnose ternary_max.c --tests ternary_max
// fault: line 8
// should be: most = a > b ? a : b;
#include <stdio.h>
int main(void) {
    int a, b, most, least;
    scanf("%d %d", &a, &b);
    most = a > b ? a : a;
    least = a < b ? a : b;
    printf("from %d to %d\n", least, most);
    return 0;
}
