// because: check
// expect: fails array_bounds at line 6
int a[4];

int main(void) {
    __CPROVER_assert(__CPROVER_exists { int i; 0 <= i && i <= 4 && a[i] == 1 } || 1, "always");
    return 0;
}
