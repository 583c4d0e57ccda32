// because: check --error-label ERROR
// expect: fails error_call at line 9
extern int __VERIFIER_nondet_int(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    if (x == 42)
        goto ERROR;
    return 0;
ERROR: /* fails */
    return 1;
}
