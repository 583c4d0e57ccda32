// because: run
// expect: exit 6
int main(void) {
    int x = 3;
    return x(4);
}
