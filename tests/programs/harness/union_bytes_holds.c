// because: check
// expect: holds
union u { float f; unsigned i; unsigned char b[4]; };
unsigned nondet_uint(void);
int main(void) {
    union u x;
    x.i = nondet_uint();
    unsigned y = x.b[0] | x.b[1] << 8 | x.b[2] << 16 | (unsigned)x.b[3] << 24;
    __CPROVER_assert(x.i == y, "bytes");
    x.f = 1.0f;
    __CPROVER_assert(x.i == 0x3f800000, "one");
}
