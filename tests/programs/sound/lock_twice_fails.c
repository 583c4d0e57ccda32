// because: check
// expect: fails deadlock at line 12
// Without another thread, a lock that is held is never released.
#include <pthread.h>
int nondet_int(void);
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

int main(void)
{
    pthread_mutex_lock(&lock);
    if (nondet_int())
        pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return 0;
}
