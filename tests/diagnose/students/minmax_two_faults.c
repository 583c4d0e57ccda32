// because: diagnose minmax_two_faults.c --tests minmax_two_faults
// faults: lines 14 and 21
// should be: &v[i] / if (v[i] > max)
#include <stdio.h>

int main() {
    int n, i;
    int v[100];
    int min, max, sum;
    float avg;

    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%d", &v[i - 1]);
    }
    min = v[0];
    max = v[0];
    sum = 0;
    for (i = 0; i < n; i++) {
        if (v[i] < min) min = v[i];
        if (!(v[i] > max)) max = v[i];
        sum += v[i];
    }
    avg = (float) sum / n;
    printf("min: %d, max: %d, avg: %.2f\n", min, max, avg);
    return 0;
}
