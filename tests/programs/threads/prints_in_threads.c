// because: check
// expect: holds
// Output of threads.
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <assert.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
char log_[32];
void *t(void *p) {
    char line[8];
    snprintf(line, sizeof line, "<%d>", *(int *)p);
    pthread_mutex_lock(&m);
    strcat(log_, line);
    printf("%s\n", line);
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) {
    pthread_t a, b;
    int x = 1, y = 2;
    pthread_create(&a, 0, t, &x);
    pthread_create(&b, 0, t, &y);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(strlen(log_) == 6);
    return 0;
}
