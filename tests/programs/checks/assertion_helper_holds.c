// because: run
// expect: exit 0
extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
    int x = 2;
    ((x == 2) ? (void)0 : __assert_fail("x == ...", "file.c", 1, "main"));
    return 0;
}
