// because: check
// expect: holds
int __CPROVER_uninterpreted_f(int, char);
_Bool __CPROVER_uninterpreted_p(void *);
int main(void) {
    int a = nondet_int(), b = nondet_int(), x;
    char c = nondet_char();
    int *p = &x, *q = p;
    if (a == b)
        assert(__CPROVER_uninterpreted_f(a, c) == __CPROVER_uninterpreted_f(b, c));
    assert(__CPROVER_uninterpreted_p(p) == __CPROVER_uninterpreted_p(q));
}
