// because: check
// expect: fails asked_pointer at line 10
// What CBMC is asked about must be null or point into a live object, whatever the answer is.

void *malloc(unsigned long);
void free(void *);

int main(void) {
    char *p = malloc(4);
    if (__CPROVER_r_ok(p, 4) && __CPROVER_OBJECT_SIZE(p + 4) == 4 && !__CPROVER_w_ok((char *)0, 1) && !__CPROVER_r_ok(p + 5, 1))
        p[3] = 0;
    free(p);
    return 0;
}
