// because: check
// expect: holds
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);
int main(void) {
  unsigned v = __VERIFIER_nondet_uint(), x = v, p1 = 0;
  while (x) { p1 = !p1; x &= x - 1; }
  unsigned y = v;
  y ^= y >> 1;
  y ^= y >> 2;
  y = (y & 0x11111111U) * 0x11111111U;
  unsigned p2 = (y >> 28) & 1;
  if (p1 != p2) reach_error();
}
