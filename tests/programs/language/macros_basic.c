// because: run
// expect: same-as-cc
#include <stdio.h>

#define SQUARE(x) ((x) * (x))
#define BAD_SQUARE(x) x * x
#define STRING(x) #x
#define EXPAND(x) STRING(x)
#define VALUE 42
#define JOIN(a, b) a##b
#define JOIN2(a, b) JOIN(a, b)
#define EMPTY
#define SWAP(t, a, b) \
    do {              \
        t tmp = a;    \
        a = b;        \
        b = tmp;      \
    } while (0)

int main(void) {
    int JOIN(va, lue1) = 1, JOIN2(v, VALUE) = 2;
    printf("%d %d\n", SQUARE(1 + 2), BAD_SQUARE(1 + 2));
    printf("%s %s\n", STRING(VALUE), EXPAND(VALUE));
    printf("%s %s\n", STRING("quoted\n" 'c'), STRING(  spaced   out  ));
    printf("%d %d\n", value1, v42);
    if (value1)
        SWAP(int, value1, v42);
    else
        printf("no\n");
    printf("%d %d %d\n", value1 EMPTY, v42, JOIN(1, 2));
    printf("%s %d\n", JOIN(__, func__), __LINE__);
#undef VALUE
#define VALUE 7
    printf("%d\n", VALUE);
    return 0;
}
