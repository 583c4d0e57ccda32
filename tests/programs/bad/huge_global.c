// because: run
// expect: exit 6
// A legal type, but no run has room for it.
static char cells[1LL << 40];

int main(void) {
    return cells[0];
}
