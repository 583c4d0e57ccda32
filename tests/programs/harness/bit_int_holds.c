// because: check
// expect: holds
int main(void) {
    unsigned _BitInt(7) u = 127, v = u + 1;
    u++;
    assert(u == 0 && v == 0 && sizeof(u) == 1);
    _BitInt(40) w = 1, least = -w;
    w <<= 38;
    assert(w > 0 && least < 0 && w / -2 == -(w >> 1));
    unsigned _BitInt(12) n = nondet_uint();
    n ^= 5;
    n = ~n;
    assert(n < 4096);
}
