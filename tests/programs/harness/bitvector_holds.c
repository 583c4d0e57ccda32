// because: check
// expect: holds
typedef unsigned __CPROVER_bitvector[64] word;
int main(void) {
    signed __CPROVER_bitvector[32] x = -1;
    word w = 0;
    __CPROVER_floatbv[32][23] f = 1.5f;
    assert(x < 0 && --w == 0xffffffffffffffff && f * 2 == 3.0f);
}
