// because: check
// expect: fails assertion at line 9
int main(void) {
    char text[3] = "ab";
    unsigned n = nondet_uint();
    __CPROVER_assume(n <= 2);
    __CPROVER_havoc_slice(text, n);
    assert(text[2] == 0 && (n > 0 || text[0] == 'a'));
    assert(text[1] == 'b');
}
