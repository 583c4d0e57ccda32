// because: run
// expect: same-as-cc
#include <stdio.h>

enum kind { INTEGER, REAL, TEXT };

struct variant {
    enum kind kind;
    union {
        long integer;
        double real;
        char text[12];
    } u;
};

static void show(const struct variant *v) {
    switch (v->kind) {
    case INTEGER:
        printf("integer %ld\n", v->u.integer);
        break;
    case REAL:
        printf("real %g\n", v->u.real);
        break;
    case TEXT:
        printf("text %s\n", v->u.text);
        break;
    }
}

int main(void) {
    struct variant all[] = {{INTEGER, {42}}, {REAL, {.real = 2.5}}, {TEXT, {.text = "hello"}}};
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        show(&all[i]);
    all[0] = all[2];
    all[0].u.text[0] = 'J';
    show(&all[0]);
    show(&all[2]);
    printf("%zu\n", sizeof(struct variant));
    return 0;
}
