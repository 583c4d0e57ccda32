// because: run
// expect: exit 6
int main(void) {
    int x = 3 ` 4;
    return x;
}
