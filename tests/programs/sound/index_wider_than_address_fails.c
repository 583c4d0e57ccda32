// because: check
// expect: fails pointer_dereference at line 9
// An index of 128 bits is not cut to 64.
int a[4];

int main(void)
{
    int *p = a;
    p[((__int128)1 << 64) + 1] = 1;
    return 0;
}
