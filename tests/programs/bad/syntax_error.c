// because: run
// expect: exit 6
int main(void) {
    int x = ;
    return x;
}
