// because: check
// expect: fails array_bounds at line 8
// The array has no length where it is used, and gets one below.
extern int nondet_int(void);
extern int table[];
int main(void) {
    int i = nondet_int();
    if (i >= 0 && i <= 3) table[i] = 1;
    return 0;
}
int table[3];
