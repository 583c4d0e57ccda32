/* Values on many ways: records passed, returned and copied, the library, unions, bit-fields, statics, branches. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int nondet_int(void);

struct rec {
    int key;
    char name[8];
    union {
        int i;
        float f;
    } u;
    unsigned lo : 3, hi : 5;
};

static int weights[4] = {1, 2, 3, 4};
static int seen;

int sum(const int *a, int n) {
    int s = 0;
    for (int i = 0; i < n; i++)
        s += a[i];
    return s;
}

struct rec make(int k) {
    struct rec r;
    r.key = k * 2;
    strcpy(r.name, "abc");
    r.u.i = k;
    r.lo = 5;
    r.hi = k;
    return r;
}

int unused(int x) {
    return x + 1;
}

int main(void) {
    int x = nondet_int();
    struct rec a = make(x), b;
    b = a;
    struct rec *h = malloc(sizeof *h);
    memcpy(h, &b, sizeof b);
    int n = atoi("42");
    if (x > 100) {
        seen = unused(x);
        x = 3;
    }
    int t = sum(weights, 4) + h->key;
    char buf[20];
    sprintf(buf, "%d", t);
    assert(h->u.i + h->hi + n + buf[0] + t + seen == 3);
    return 0;
}
