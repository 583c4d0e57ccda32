// because: check
// expect: holds
// The value of pthread_exit in a nested call comes to who joins.
#include <pthread.h>
#include <assert.h>
#include <stdlib.h>
void leave(int *p) {
    if (*p > 2) pthread_exit(p);
}
void *t(void *p) {
    leave(p);
    return 0;
}
int main(void) {
    pthread_t a[3];
    int n[3] = {1, 3, 4};
    for (int i = 0; i < 3; i++) pthread_create(&a[i], 0, t, &n[i]);
    for (int i = 0; i < 3; i++) {
        void *r = &r;
        pthread_join(a[i], &r);
        if (i == 0) assert(r == 0);
        else assert(*(int *)r == n[i]);
    }
    return 0;
}
