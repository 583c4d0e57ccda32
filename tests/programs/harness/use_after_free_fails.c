// because: check
// expect: fails pointer_dereference at line 9
#include <stdlib.h>
struct n { int v; struct n *next; };
int main(void) {
  struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  a->next = b; b->next = 0; a->v = b->v = 1;
  free(b);
  return a->next->v;
}
