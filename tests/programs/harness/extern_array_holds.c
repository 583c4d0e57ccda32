// because: check
// expect: holds
extern int nondet_int(void);
extern int table[], rows[][2];
int main(void) {
    int i = nondet_int();
    if (i >= 0 && i < 3) {
        table[i] = i;
        rows[i][1] = table[i];
        __CPROVER_assert(rows[i][1] == i, "written");
    }
    return 0;
}
int table[3], rows[3][2];
