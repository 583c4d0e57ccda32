// because: run
// expect: fails unsupported at line 13
#include <pthread.h>

static void *work(void *p) {
    return p;
}

int main(void) {
    pthread_t t;
    if (pthread_create(&t, NULL, work, NULL) != 0)
        return 1;
    pthread_cancel(t); /* fails */
    pthread_join(t, NULL);
    return 0;
}
