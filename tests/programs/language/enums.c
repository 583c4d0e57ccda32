// because: run
// expect: same-as-cc
#include <stdio.h>

enum color { RED, GREEN = 5, BLUE, ALIAS = GREEN, NEGATIVE = -3, AFTER };
enum { ANONYMOUS = 'x', COMPUTED = ANONYMOUS * 2 + sizeof(int) };
typedef enum { FIRST, SECOND, COUNT } counted;

static const char *name(enum color c) {
    switch (c) {
    case RED:
        return "red";
    case GREEN:
        return "green";
    case BLUE:
        return "blue";
    default:
        return "other";
    }
}

int main(void) {
    int table[COUNT] = {[SECOND] = 7};
    enum color c = BLUE;
    printf("%d %d %d %d %d %d\n", RED, GREEN, BLUE, ALIAS, NEGATIVE, AFTER);
    printf("%d %d %s %s %s\n", ANONYMOUS, COMPUTED, name(c), name(ALIAS), name(NEGATIVE));
    c++;
    printf("%d %zu %d\n", c, sizeof(enum color), table[FIRST] + table[SECOND]);
    counted k = SECOND;
    enum local { INNER = 40 } inner = INNER;
    printf("%d %d\n", k, inner);
    return 0;
}
