// because: check
// expect: fails assertion at line 5
int main(void) {
    unsigned n;
    __CPROVER_assert(__CPROVER_forall { unsigned i; i + n >= n }, "never wraps");
}
