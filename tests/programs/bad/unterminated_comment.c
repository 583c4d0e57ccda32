// because: run
// expect: exit 6
int main(void) {
    return 0;
}
/* no end
