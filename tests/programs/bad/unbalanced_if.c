// because: run
// expect: exit 6
#if 1
int main(void) {
    return 0;
}
