// because: check
// expect: fails array_bounds at line 7
int a[4];

int main(void) {
    // The last value is outside.
    int all = __CPROVER_forall { int i; (0 <= i && i <= 4) ==> a[i] == 0 };
    return all;
}
