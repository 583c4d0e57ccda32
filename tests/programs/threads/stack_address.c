// because: check
// expect: holds
// A thread writes to a variable of the function that waits for it, several times.
#include <pthread.h>
#include <assert.h>
void *t(void *p) {
    *(int *)p += 1;
    return 0;
}
int ask(int from) {
    int value = from;
    pthread_t id;
    pthread_create(&id, 0, t, &value);
    pthread_join(id, 0);
    return value;
}
int main(void) {
    assert(ask(1) == 2);
    assert(ask(7) == 8);
    return 0;
}
