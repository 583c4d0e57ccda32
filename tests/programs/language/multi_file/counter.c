#include "shared.h"

static int total;

/* The same name as in main.c: each file has its own. */
static int hidden(void) {
    return 2;
}

void counter_add(int n) {
    total += n;
    shared_value += n;
}

int counter_get(void) {
    return total;
}

int counter_hidden(void) {
    return hidden();
}
