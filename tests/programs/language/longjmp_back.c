// because: run
// expect: same-as-cc
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

static jmp_buf outer, inner;
static jmp_buf *current;

static void deep(int n) {
    int block[3] = {n, n, n};
    if (n == 0)
        longjmp(inner, 2);
    deep(block[1] - 1);
}

static int middle(void) {
    int got = setjmp(inner);
    if (got == 0) {
        deep(3);
        printf("not reached\n");
    }
    printf("inner %d\n", got);
    longjmp(outer, 5);
}

struct pair {
    int a, b;
};

static struct pair make(int n) {
    struct pair made = {n, n + 1};
    if (n == 2)
        longjmp(*current, 0);
    return made;
}

static int compare(const void *x, const void *y) {
    if (*(const int *)x == 3 || *(const int *)y == 3)
        longjmp(inner, 9);
    return *(const int *)x - *(const int *)y;
}

int main(void) {
    volatile int tries = 0;
    switch (setjmp(outer)) {
    case 0:
        middle();
        break;
    case 5:
        printf("outer\n");
    }
    if (setjmp(outer) < 3) {
        tries++;
        longjmp(outer, tries);
    }
    printf("%d tries\n", tries);
    for (int i = 0; i < 4; i++) {
        jmp_buf here;
        current = &here;
        int value = setjmp(here);
        if (value == 0) {
            struct pair made = make(i);
            printf("made %d\n", made.b);
        } else
            printf("thrown %d at %d\n", value, i);
    }
    int numbers[4] = {4, 2, 3, 1};
    int got = setjmp(inner);
    if (got == 0)
        qsort(numbers, 4, sizeof numbers[0], compare);
    printf("sorting %d\n", got);
    return 0;
}
