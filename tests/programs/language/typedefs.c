// because: run
// expect: same-as-cc
#include <stdio.h>

typedef int number;
typedef number row[3];
typedef struct node node;
typedef int (*binary)(int, int);
typedef unsigned char byte, *bytes;

struct node {
    number value;
    node *next;
};

static number sum(row r) {
    return r[0] + r[1] + r[2];
}

static int multiply(int a, int b) {
    return a * b;
}

int main(void) {
    row r = {1, 2, 3};
    node second = {2, 0}, first = {1, &second};
    binary f = multiply;
    byte b = 255;
    bytes p = &b;
    (*p)++;
    printf("%d %d %d %d\n", sum(r), first.next->value, f(6, 7), b);
    {
        typedef double number;
        number n = 2.5;
        printf("%g %zu\n", n, sizeof(number));
    }
    number n = 9;
    {
        int number = 4;
        number++;
        printf("%d\n", number);
    }
    printf("%d %zu\n", n, sizeof(number));
    typedef struct {
        int x;
    } anonymous;
    anonymous a = {3};
    printf("%d\n", a.x);
    return 0;
}
