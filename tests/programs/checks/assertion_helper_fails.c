// because: run
// expect: fails assertion at line 7
extern void __assert_fail(const char *, const char *, unsigned, const char *);

int main(void) {
    int x = 2;
    ((x == 3) ? (void)0 : __assert_fail("x == ...", "file.c", 1, "main")); /* fails */
    return 0;
}
