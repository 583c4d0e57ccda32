// because: check
// expect: fails signed_overflow at line 4
int nondet_int(void);
int main(void) { int s = nondet_int(); __CPROVER_assume(s >= 0 && s <= 31); return 1 << s; }
