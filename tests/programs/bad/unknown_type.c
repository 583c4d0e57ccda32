// because: run
// expect: exit 6
mystery value;

int main(void) {
    return 0;
}
