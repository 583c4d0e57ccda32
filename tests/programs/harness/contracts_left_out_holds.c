// because: check
// expect: holds
int set(int *p)
    __CPROVER_requires(p != 0)
    __CPROVER_assigns(*p)
    __CPROVER_ensures(*p == 1 && __CPROVER_return_value == 0)
{
    *p = 1;
    return 0;
}
int main(void) {
    int x, sum = 0;
    set(&x);
    for (int i = 0; i < 5; i++)
        __CPROVER_assigns(i, sum)
        __CPROVER_loop_invariant(0 <= i && i <= 5)
        __CPROVER_decreases(5 - i)
    {
        sum += i;
    }
    assert(x == 1 && sum == 10);
}
