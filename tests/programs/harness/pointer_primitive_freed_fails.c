// because: check
// expect: fails asked_pointer at line 9
void *malloc(unsigned long);
void free(void *);

int main(void) {
    char *p = malloc(4);
    free(p);
    __CPROVER_assert(!__CPROVER_DYNAMIC_OBJECT(p), "not asked about what has been freed");
    return 0;
}
