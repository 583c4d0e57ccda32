// because: diagnose highest_score.c --tests highest_score
// fault: line 13
// should be: if (score > best) best = score;
#include <stdio.h>

int main(void)
{
    int n, i, score, best = 0, sum = 0;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &score);
        sum += score;
        best = score;
    }
    printf("best %d of %d\n", best, sum);
    return 0;
}
