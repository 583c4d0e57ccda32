// because: check --no-deadlock-check
// expect: fails assertion at line 12
// A wait may end by itself; with the check off it goes on or the run ends there.
#include <assert.h>
#include <pthread.h>
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_lock(&lock);
    pthread_cond_wait(&condition, &lock);
    assert(0);
    return 0;
}
