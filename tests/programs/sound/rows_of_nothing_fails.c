// because: check
// expect: fails array_bounds at line 9
// Nor have its rows.
int a[3][0];
int nondet_int(void);

int main(void)
{
    a[1][nondet_int() & 1] = 1;
    return 0;
}
