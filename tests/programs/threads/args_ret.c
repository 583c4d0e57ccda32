// because: check
// expect: holds
// Heap structures as arguments, and what threads return.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>
#define N 4

struct job {
    int from, to;
    long sum;
};
int a[8] = {1,2,3,4,5,6,7,8};
void *w(void *p) {
    struct job *j = p;
    for (int i = j->from; i < j->to; i++) j->sum += a[i];
    return &j->sum;
}

int main(void) {
    pthread_t t[N];
    struct job *js[N];
    long sum = 0;
    for (int i = 0; i < N; i++) {
        js[i] = calloc(1, sizeof(struct job));
        if (!js[i]) return 0;
        js[i]->from = 2*i;
        js[i]->to = 2*i+2;
        if (pthread_create(&t[i], 0, w, js[i])) return 1;
    }
    for (int i = 0; i < N; i++) {
        void *r;
        pthread_join(t[i], &r);
        sum += *(long *)r;
        free(js[i]);
    }
    assert(sum == 36);
}
