// because: check
// expect: holds
int main(void) {
    int a[3][3];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            a[i][j] = i + j;
    __CPROVER_assert(
        __CPROVER_forall {
            int i;
            (i >= 0 && i < 3) ==> __CPROVER_forall { int j; (0 <= j && j < i) ==> a[i][j] == a[j][i] }
        },
        "symmetric");
    char s[4] = "abc";
    assert(__CPROVER_forall { int k; !(k >= 0 && k < 3) || s[k] != 0 });
    assert(!__CPROVER_forall { unsigned char c; c < 255 });
    assert(__CPROVER_forall { unsigned i; i < sizeof a / sizeof *a ==> a[i][0] == (int)i });
}
