// because: run
// expect: exit 6
static int x = 4;

int start(void) {
    return x;
}
