// because: check
// expect: fails pointer_dereference at line 4
int nondet_int(void);
int main(void) { int a[10] = {0}; int *p = a + nondet_int() % 10; *p = 1; return *p; }
