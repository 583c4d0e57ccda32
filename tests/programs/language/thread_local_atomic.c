// because: run
// expect: same-as-cc
#include <stdatomic.h>
#include <stdio.h>

_Thread_local int per_thread = 5;
static __thread long other = 7;
static _Atomic int counter;
static atomic_int flags = 0x0f;

int main(void) {
    per_thread += 2;
    other *= per_thread;
    counter = 10;
    counter++;
    counter += 5;
    int old = atomic_fetch_add(&counter, 3);
    printf("%d %ld %d %d\n", per_thread, other, old, atomic_load(&counter));
    atomic_store(&flags, 0xf0);
    atomic_fetch_or(&flags, 1);
    atomic_fetch_and(&flags, 0x81);
    int expected = 0x81;
    _Bool swapped = atomic_compare_exchange_strong(&flags, &expected, 3);
    printf("%x %d %x\n", (unsigned)flags, swapped, (unsigned)expected);
    expected = 99;
    swapped = atomic_compare_exchange_strong(&flags, &expected, 4);
    printf("%d %d %d\n", swapped, expected, atomic_exchange(&flags, 8));
    _Atomic(unsigned char) wrap = 255;
    wrap++;
    printf("%d %d\n", wrap, __sync_fetch_and_add(&old, 1));
    return 0;
}
