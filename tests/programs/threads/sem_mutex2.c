// because: check
// expect: fails data_race at line 11
// A semaphore that lets two in.
#include <pthread.h>
#include <semaphore.h>

sem_t s;
int v;
void *w(void *p) {
    sem_wait(&s);
    v++;
    sem_post(&s);
    return 0;
}

int main(void) {
    pthread_t t, u;
    sem_init(&s, 0, 2);
    pthread_create(&t, 0, w, 0);
    pthread_create(&u, 0, w, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
}
