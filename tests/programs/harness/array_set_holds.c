// because: check
// expect: holds
struct pair { short x; int y; };
int main(void) {
    int a[10];
    struct pair p[4], one = {1, 2};
    char c[5];
    unsigned i;
    __CPROVER_array_set(a, 7);
    __CPROVER_array_set(p, one);
    __CPROVER_array_set(c, 'x');
    __CPROVER_assume(i < 4);
    __CPROVER_assert(a[i] == 7 && a[9] == 7, "numbers");
    __CPROVER_assert(p[i].x == 1 && p[i].y == 2, "structures");
    __CPROVER_assert(c[i] == 'x', "characters");
}
