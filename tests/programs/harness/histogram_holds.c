// because: check
// expect: holds
extern unsigned nondet_uint(void);
int main(void) {
  int h[64] = {0};
  for (int i = 0; i < 40; i++) { h[nondet_uint() % 64]++; }
  for (int i = 0; i < 64; i++) __CPROVER_assert(h[i] <= 40, "at most all");
}
