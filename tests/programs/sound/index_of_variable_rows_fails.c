// because: check
// expect: fails pointer_dereference at line 10
// The size of a row is known at run time only.
int main(void)
{
    int n = 4;
    int a[2][n];
    int (*p)[n] = a;
    p[1][1] = 1;
    p[1L << 60][1] = 1;
    return 0;
}
