// because: run
// expect: exit 6
int main(void) {
    break;
    return 0;
}
