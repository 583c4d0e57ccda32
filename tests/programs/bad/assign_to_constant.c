// because: run
// expect: exit 6
int main(void) {
    5 = 6;
    return 0;
}
