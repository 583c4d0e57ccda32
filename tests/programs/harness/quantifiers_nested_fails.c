// because: check
// expect: fails assertion at line 8

int main(void)
{
    int b[4];
    __CPROVER_assume(__CPROVER_forall { unsigned i, j; (i < j && j < 4 && i < 4) ==> b[i] <= b[j] });
    __CPROVER_assert(b[0] < b[3], "sorted, but not strictly");
    return 0;
}
