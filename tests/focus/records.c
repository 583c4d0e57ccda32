#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node { int key; struct node *next; };
struct pair { int a, b; };
int table[4] = {1, 2, 3, 4};
void set(int *p, int v) { *p = v; }
struct pair make(int x) { struct pair r; r.a = x; r.b = x + 1; return r; }
int sum(struct pair p) { return p.a + p.b; }
int main() {
  int i, x, y;
  if (i < 0 || i > 3) return 0;
  if (x < 0 || x > 100) return 0;
  set(&y, x);
  struct pair p = make(y);
  struct pair q = p;
  table[i] = q.b;
  struct node *n = malloc(sizeof *n);
  if (!n) return 0;
  n->key = table[2];
  n->next = 0;
  struct pair c;
  memcpy(&c, &q, sizeof c);
  assert(sum(c) != 21 || n->key != 11);
  return 0;
}
