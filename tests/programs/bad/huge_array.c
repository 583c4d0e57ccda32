// because: run
// expect: exit 6
char too_large[0x7fffffffffffffff][16];

int main(void) {
    return too_large[0][0];
}
