// because: check
// expect: fails data_race at line 13
// Double-checked locking without an atomic pointer.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>

struct s {
    int v;
} *inst;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct s *get(void) {
    if (!inst) {
        pthread_mutex_lock(&m);
        if (!inst) {
            struct s *n = malloc(sizeof *n);
            if (!n) abort();
            n->v = 9;
            inst = n;
        }
        pthread_mutex_unlock(&m);
    }
    return inst;
}

void *w(void *a) {
    assert(get()->v == 9);
    return 0;
}

int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, w, 0);
    pthread_create(&s, 0, w, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
}
