// because: run
// expect: fails unsupported at line 12
#include <pthread.h>
#include <stdio.h>

static void *work(void *p) {
    return p;
}

int main(void) {
    pthread_t t;
    if (pthread_create(&t, NULL, work, NULL) != 0) /* fails */
        return 1;
    pthread_join(t, NULL);
    return 0;
}
