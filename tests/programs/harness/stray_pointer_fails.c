// because: check
// expect: fails assertion at line 10
struct pair {
    int number;
    char *text;
};
struct pair nondet_pair(void);
int main(void) {
    struct pair a = nondet_pair(), b = nondet_pair();
    __CPROVER_assert(a.text == 0 || a.text != b.text, "two of them may be the same");
    return 0;
}
