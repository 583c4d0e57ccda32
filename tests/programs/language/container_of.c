// because: run
// expect: same-as-cc
#include <stddef.h>
#include <stdio.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr)-offsetof(type, member)))

struct link {
    struct link *next;
};

struct item {
    int id;
    struct link a;
    double weight;
    struct link b;
};

int main(void) {
    struct item items[3] = {{1, {0}, 1.5, {0}}, {2, {0}, 2.5, {0}}, {3, {0}, 3.5, {0}}};
    struct link *head = 0, *other = 0;
    for (int i = 0; i < 3; i++) {
        items[i].a.next = head;
        head = &items[i].a;
        items[2 - i].b.next = other;
        other = &items[2 - i].b;
    }
    for (struct link *l = head; l; l = l->next)
        printf("%d ", container_of(l, struct item, a)->id);
    for (struct link *l = other; l; l = l->next)
        printf("%g ", container_of(l, struct item, b)->weight);
    printf("\n");
    return 0;
}
