// because: check
// expect: exit 6
// Nobody knows what happens behind a barrier for another thread.
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_barrier_t barrier;
    pthread_barrier_init(&barrier, 0, 2);
    pthread_barrier_wait(&barrier);
    assert(0);
    return 0;
}
