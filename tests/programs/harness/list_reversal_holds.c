// because: check
// expect: holds
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
struct n { int v; struct n *next; };
int main(void) {
  struct n *l = 0; int len = __VERIFIER_nondet_int();
  if (len < 0 || len > 6) return 0;
  for (int i = 0; i < len; i++) {
      struct n *p = malloc(sizeof *p);
      if (!p) abort();
      p->v = i;
      p->next = l;
      l = p;
  }
  struct n *r = 0; while (l) { struct n *t = l->next; l->next = r; r = l; l = t; }
  int i = 0; for (struct n *p = r; p; p = p->next) { if (p->v != i) reach_error(); i++; }
  if (i != len) reach_error();
  while (r) { struct n *t = r->next; free(r); r = t; }
  return 0;
}
