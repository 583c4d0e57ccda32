// because: check
// expect: fails pointer_dereference at line 10
// The argument lies in a function that has returned.
#include <pthread.h>
#include <assert.h>

pthread_t t;
void *w(void *p) {
    int *q = p;
    (*q)++;
    return 0;
}

void start(void) {
    int x = 1;
    pthread_create(&t, 0, w, &x);
}

int main(void) {
    start();
    pthread_join(t, 0);
    return 0;
}
