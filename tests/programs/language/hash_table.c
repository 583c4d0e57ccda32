// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define BUCKETS 7

struct entry {
    char *key;
    int count;
    struct entry *next;
};

static struct entry *buckets[BUCKETS];

static unsigned hash(const char *s) {
    unsigned h = 5381;
    while (*s)
        h = h * 33 ^ (unsigned char)*s++;
    return h;
}

static int *lookup(const char *key) {
    struct entry **link = &buckets[hash(key) % BUCKETS];
    for (; *link; link = &(*link)->next)
        if (strcmp((*link)->key, key) == 0)
            return &(*link)->count;
    struct entry *e = malloc(sizeof *e);
    e->key = malloc(strlen(key) + 1);
    strcpy(e->key, key);
    e->count = 0;
    e->next = NULL;
    *link = e;
    return &e->count;
}

int main(void) {
    const char *words[] = {"the", "cat", "and", "the", "dog", "and", "the", "bird", "cat"};
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        ++*lookup(words[i]);
    for (int b = 0; b < BUCKETS; b++) {
        struct entry *e = buckets[b];
        while (e) {
            struct entry *next = e->next;
            printf("%d %s %d\n", b, e->key, e->count);
            free(e->key);
            free(e);
            e = next;
        }
    }
    return 0;
}
