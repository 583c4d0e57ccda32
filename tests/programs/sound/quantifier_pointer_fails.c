// because: check
// expect: fails pointer_dereference at line 7
int *p;

int main(void) {
    int n = 4;
    __CPROVER_assume(__CPROVER_forall { int i; (0 <= i && i < n) ==> p[i] == 0 });
    return 0;
}
