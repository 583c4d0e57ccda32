// because: check
// expect: fails signed_overflow at line 7
int main(void) {
    unsigned _BitInt(7) u = 127;
    _BitInt(5) a = 14, b = 1;
    a = a + b;
    a = a + b;
    return u;
}
