// because: run
// expect: same-as-cc
#include <stdio.h>

int tentative;
int tentative;
int tentative = 5;
int never_initialised;
static int internal;
static int internal;
extern int declared_first;
extern int array[];

static int use(void) {
    extern int declared_first;
    extern int block_function(int);
    return declared_first + block_function(2) + array[2];
}

int declared_first = 40;
int array[4] = {1, 2, 3};

int block_function(int n) {
    return n * 100;
}

int main(void) {
    extern int tentative;
    internal += 3;
    printf("%d %d %d %d %zu\n", tentative, never_initialised, internal, use(), sizeof array);
    return 0;
}
