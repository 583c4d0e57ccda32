// because: check
// expect: holds
int main(void) {
    int *p = __CPROVER_allocate(4 * sizeof(int), 1);
    __CPROVER_assert(p[3] == 0, "zeroed");
    __CPROVER_assert(__CPROVER_OBJECT_SIZE(p) == 16 && __CPROVER_DYNAMIC_OBJECT(p), "on the heap");
    __CPROVER_assert(__CPROVER_LIVE_OBJECT(p), "alive");
    __CPROVER_deallocate(p);
    __CPROVER_assert(!__CPROVER_LIVE_OBJECT(p), "dead");
}
