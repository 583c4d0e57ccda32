// because: check
// expect: fails assertion at line 10
#define N 8
int main(void) {
    int a[N];
    unsigned j;
    __CPROVER_assume(__CPROVER_forall { unsigned i; i < N - 1 ==> (a[i] >= 0 && a[i] < 10) });
    __CPROVER_assume(j < N);
    __CPROVER_assert(j == N - 1 || a[j] < 10, "assumed");
    __CPROVER_assert(a[j] < 10, "not of the last"); /* fails */
}
