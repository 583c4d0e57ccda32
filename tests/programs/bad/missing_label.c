// because: run
// expect: exit 6
int main(void) {
    goto nowhere;
    return 0;
}
