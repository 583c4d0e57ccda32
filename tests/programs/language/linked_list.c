// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

static struct node *push(struct node *head, int value) {
    struct node *n = malloc(sizeof *n);
    n->value = value;
    n->next = head;
    return n;
}

static struct node *reverse(struct node *head) {
    struct node *result = NULL;
    while (head) {
        struct node *next = head->next;
        head->next = result;
        result = head;
        head = next;
    }
    return result;
}

static void remove_odd(struct node **link) {
    while (*link) {
        struct node *n = *link;
        if (n->value % 2) {
            *link = n->next;
            free(n);
        } else {
            link = &n->next;
        }
    }
}

int main(void) {
    struct node *list = NULL;
    for (int i = 0; i < 10; i++)
        list = push(list, i * i);
    list = reverse(list);
    remove_odd(&list);
    for (struct node *n = list; n; n = n->next)
        printf("%d ", n->value);
    printf("\n");
    while (list) {
        struct node *next = list->next;
        free(list);
        list = next;
    }
    return 0;
}
