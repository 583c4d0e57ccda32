// because: check
// expect: fails assertion at line 6
int __CPROVER_uninterpreted_f(int);
int main(void) {
    int a = nondet_int(), b = nondet_int();
    assert(__CPROVER_uninterpreted_f(a) == __CPROVER_uninterpreted_f(b)); /* fails */
}
