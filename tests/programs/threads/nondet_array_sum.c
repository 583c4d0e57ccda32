// because: check
// expect: holds
// Each thread adds up a half of an array of inputs.
#include <pthread.h>
#include <assert.h>
extern unsigned char __VERIFIER_nondet_uchar(void);
#define N 4
int a[N], part[2];
void *sum(void *p) {
    int h = *(int *)p, s = 0;
    for (int i = h * N / 2; i < (h + 1) * N / 2; i++) s += a[i];
    part[h] = s;
    return 0;
}
int main(void) {
    pthread_t t[2];
    int h[2] = {0, 1}, all = 0;
    for (int i = 0; i < N; i++) all += a[i] = __VERIFIER_nondet_uchar();
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, sum, &h[i]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
    assert(part[0] + part[1] == all);
    return 0;
}
