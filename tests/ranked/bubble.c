#include <assert.h>
int nondet_int(void);
void sort(int *a, int n) {
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - i - 2; j++) /* the fault */
            if (a[j] > a[j + 1]) {
                int t = a[j];
                a[j] = a[j + 1];
                a[j + 1] = t;
            }
}
int main(void) {
    int a[4];
    for (int i = 0; i < 4; i++) a[i] = nondet_int();
    sort(a, 4);
    for (int i = 0; i + 1 < 4; i++) assert(a[i] <= a[i + 1]);
}
