// because: check
// expect: fails array_bounds at line 8
// An array of no elements has no element 0.
int x[0];

int main(void)
{
    x[0] = 1;
    return 0;
}
