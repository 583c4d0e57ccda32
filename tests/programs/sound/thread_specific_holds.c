// because: check
// expect: holds
#include <assert.h>
#include <pthread.h>

int main(void)
{
    pthread_key_t one, two;
    int x, y;
    if (pthread_key_create(&one, 0) || pthread_key_create(&two, 0))
        return 1;
    assert(pthread_getspecific(one) == 0);
    pthread_setspecific(one, &x);
    pthread_setspecific(two, &y);
    assert(pthread_getspecific(one) == &x && pthread_getspecific(two) == &y);
    return 0;
}
