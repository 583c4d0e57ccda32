// because: check
// expect: fails assertion at line 6
typedef unsigned __CPROVER_bitvector[3] octal;
int main(void) {
    octal x = nondet_uint();
    assert(x < 7);
}
