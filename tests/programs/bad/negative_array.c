// because: run
// expect: exit 6
int a[-1];

int main(void) {
    return 0;
}
