// because: run
// expect: exit 6
int main(void) {
    if (1) {
        return 0;
