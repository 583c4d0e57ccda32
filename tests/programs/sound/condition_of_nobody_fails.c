// because: check
// expect: fails deadlock at line 12
// Nobody may count on a wait that ends by itself.
#include <threads.h>
static cnd_t condition;
static mtx_t lock;

int main(void)
{
    cnd_init(&condition), mtx_init(&lock, mtx_plain);
    mtx_lock(&lock);
    cnd_wait(&condition, &lock);
    mtx_unlock(&lock);
    return 0;
}
