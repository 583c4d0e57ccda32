// because: check
// expect: exit 5
// The length is positive; that there is no room for the array is not known to be an error.
unsigned long nondet_ulong(void);

int main(void)
{
    unsigned long n = nondet_ulong();
    if (n < 1UL << 63)
        return 0;
    char a[n];
    a[0] = 1;
    return 0;
}
