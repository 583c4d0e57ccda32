// because: check
// expect: fails pointer_dereference at line 12
// 2^59 records of 32 bytes are 2^64 bytes.
struct row {
    int x[8];
};
struct row a[4];

int main(void)
{
    struct row *p = a;
    p[1UL << 59].x[1] = 3;
    return 0;
}
