/* `find` gives NULL where nothing is found, and the caller does not ask. */
#include <stdlib.h>
#include <string.h>

struct node {
    int v;
    struct node *next;
};

struct node *find(struct node *l, int k) {
    while (l && l->v != k)
        l = l->next;
    return l;
}

struct node *push(struct node *l, int v) {
    struct node *n = malloc(sizeof *n);
    if (!n)
        exit(1);
    n->v = v;
    n->next = l;
    return n;
}

int main(void) {
    struct node *l = 0;
    int a[3] = {1, 2}, b[3];
    memcpy(b, a, sizeof a);
    for (int i = 0; i < 3; i++)
        l = push(l, i * 2 + b[1]);
    struct node *f = find(l, 3);
    return f->v;
}
