// because: check
// expect: holds
// The bounds of an outer variable may stand inside, and one quantifier may have several variables.

int main(void)
{
    int a[3][2] = {{1, 2}, {3, 4}, {5, 6}};
    int b[4];
    __CPROVER_assert(__CPROVER_forall { int i; __CPROVER_forall { int j;
        (i >= 0 && i < 3 && j >= 0 && j < 2) ==> a[i][j] == 2 * i + j + 1 } }, "each");
    __CPROVER_assert(__CPROVER_forall { int i, j;
        (i >= 0 && i < 3 && j >= 0 && j < 2) ==> a[i][j] > 0 }, "positive");
    __CPROVER_assert(__CPROVER_exists { int i, j;
        i >= 0 && i < 3 && j >= 0 && j < 2 && a[i][j] == 6 }, "six");
    __CPROVER_assume(__CPROVER_forall { unsigned i, j; (i < j && j < 4 && i < 4) ==> b[i] <= b[j] });
    __CPROVER_assert(b[0] <= b[3], "sorted");
    return 0;
}
