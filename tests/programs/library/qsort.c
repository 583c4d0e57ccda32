// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct person {
    const char *name;
    int age;
};

static int by_age(const void *a, const void *b) {
    const struct person *p = a, *q = b;
    return p->age - q->age;
}

static int by_name(const void *a, const void *b) {
    return strcmp(((const struct person *)a)->name, ((const struct person *)b)->name);
}

static int descending(const void *a, const void *b) {
    return (*(const int *)b > *(const int *)a) - (*(const int *)b < *(const int *)a);
}

int main(void) {
    struct person people[] = {{"Eve", 30}, {"Adam", 31}, {"Bob", 25}, {"Carol", 30}, {"Dan", 25}};
    qsort(people, 5, sizeof people[0], by_name);
    for (int i = 0; i < 5; i++)
        printf("%s ", people[i].name);
    printf("\n");
    int numbers[40];
    for (int i = 0; i < 40; i++)
        numbers[i] = (i * 37 + 11) % 101;
    qsort(numbers, 40, sizeof numbers[0], descending);
    for (int i = 0; i < 40; i++)
        printf("%d ", numbers[i]);
    printf("\n");
    struct person key = {"Carol", 0};
    struct person *found = bsearch(&key, people, 5, sizeof people[0], by_name);
    printf("%d %d\n", found->age, bsearch(&(struct person){"Zoe", 0}, people, 5, sizeof people[0], by_name) == NULL);
    qsort(people, 5, sizeof people[0], by_age);
    printf("%d %d\n", people[0].age, people[4].age);
    qsort(numbers, 0, sizeof numbers[0], descending);
    return 0;
}
