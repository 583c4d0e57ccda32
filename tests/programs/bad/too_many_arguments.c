// because: run
// expect: exit 6
static int one(int n) {
    return n;
}

int main(void) {
    return one(1, 2);
}
