// because: run
// expect: exit 6
int original(int x) {
    return x + 5;
}

extern int alias(int x) __attribute__((alias("original")));

int main(void) {
    return alias(2);
}
