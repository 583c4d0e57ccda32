// because: check
// expect: holds
int main(void) {
    int x = nondet_int();
    __asm__ volatile("" : : : "memory");
    asm("nop");
    asm volatile("rep; nop");
    asm volatile("mfence" ::: "memory");
    assert(x == x);
}
