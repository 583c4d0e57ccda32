// because: run
// expect: exit 6
int main(void) {
    switch (3) {
    case 1:
        return 1;
    case 1:
        return 2;
    }
    return 0;
}
