// A ring of eighty nodes, of which one is left out.
#include <assert.h>
#include <stdlib.h>

struct node {
    int number;
    struct node *next;
    struct node *across;
};

static struct node *all[80];

int main(void) {
    for (int i = 0; i < 80; i++) {
        all[i] = malloc(sizeof *all[i]);
        if (!all[i])
            return 0;
        all[i]->number = i;
        all[i]->next = NULL;
        all[i]->across = NULL;
    }
    for (int i = 0; i < 79; i++) {
        all[i]->next = all[i + 1];
        all[i]->across = all[79 - i];
    }
    int steps = 0;
    for (struct node *n = all[0]; n && steps < 100; n = n->next)
        steps++;
    assert(steps == 100);
    return 0;
}
