// because: run
// expect: exit 6
#ifndef SOMETHING
#error "SOMETHING must be defined"
#endif

int main(void) {
    return 0;
}
