// because: run
// expect: exit 6
int main(void) {
    const char *s = "no end;
    return s[0];
}
