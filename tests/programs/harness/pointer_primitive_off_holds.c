// because: check --no-pointer-primitive-check
// expect: holds
void *malloc(unsigned long);
void free(void *);

int main(void) {
    char *p = malloc(4);
    free(p);
    __CPROVER_assert(!__CPROVER_r_ok(p, 1), "cannot be read any more");
    __CPROVER_assert(!__CPROVER_is_invalid_pointer(p), "but was something");
    __CPROVER_assert(!__CPROVER_is_invalid_pointer((char *)0), "null is null");
    return 0;
}
