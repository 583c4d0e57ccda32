// because: check
// expect: holds
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int a[5];
  for (int i = 0; i < 5; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 0; i < 5; i++) {
      int k = i;
      for (int j = i + 1; j < 5; j++) if (a[j] < a[k]) k = j;
      int t = a[i];
      a[i] = a[k];
      a[k] = t;
  }
  for (int i = 0; i + 1 < 5; i++) if (a[i] > a[i+1]) reach_error();
}
