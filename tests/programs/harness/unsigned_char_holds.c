// because: check --unsigned-char
// expect: holds
int main(void) {
    char c = -1;
    char text[] = "\xfe";
    __CPROVER_assert(c == 255 && '\xff' == 255, "no sign");
    __CPROVER_assert(text[0] > 127, "in strings, too");
    return 0;
}
