// because: check
// expect: holds
typedef unsigned __CPROVER_bitvector[3] octal;
typedef __CPROVER_bitvector[5] small;
struct pair {
    octal a, b;
};
small nondet_small(void);
octal next(octal x) { return x + 1; }
int main(void) {
    octal x = 7;
    assert(x + 1 == 8);
    x++;
    assert(x == 0 && sizeof(x) == 1);
    x -= 2;
    assert(x-- == 6 && x == 5 && next(7) == 0);
    struct pair p = {9, 2};
    octal *q = &p.b;
    *q *= 5;
    assert(p.a == 1 && p.b == 2);
    small s = nondet_small();
    assert(s >= -16 && s <= 15);
    small unset;
    assert(unset < 16);
    unsigned __CPROVER_bitvector[100] wide = 1;
    wide <<= 99;
    assert(wide > 0 && wide << 1 == 0);
    __CPROVER_floatbv[16][10] half = 1.5;
    assert(half + half == 3);
}
