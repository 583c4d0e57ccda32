// because: run
// expect: same-as-cc
#include <stdio.h>

#define LIST(X) X(apple, 3) X(pear, 5) X(plum, 7)
#define AS_ENUM(name, n) name = n,
#define AS_NAME(name, n) #name,
#define AS_SUM(name, n) +n
#define F(x) (G(x + 1))
#define G(x) (F(x) * 2)
#define self (10 + self)
#define CALL(x) x
#define DEFER(n) n
#define OUTER(x) INNER(x, INNER(x, 2))
#define INNER(a, b) ((a) * (b))

enum fruit { LIST(AS_ENUM) };
static const char *names[] = {LIST(AS_NAME)};

static int (G)(int x) {
    return x * 100;
}

int main(void) {
    static int
#undef self
        self = 4;
#define self (10 + self)
    printf("%d %d %d %s\n", apple, pear, plum, names[1]);
    printf("%d %d\n", 0 LIST(AS_SUM), self);
    /* No macro is expanded inside itself: of G(5) the inner G stays a call of the function. */
    printf("%d\n", G(5));
    printf("%d %d\n", CALL(CALL(CALL(6))), OUTER(3 + 1));
    printf("%d\n", DEFER(CALL)(8));
#if defined(apple) || VALUE_NOT_DEFINED + 1 > 1
    printf("no\n");
#elif 1 << 3 == 8 && (-1 < 0u) == 0
    printf("conditional\n");
#else
    printf("else\n");
#endif
    return 0;
}
