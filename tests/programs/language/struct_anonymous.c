// because: run
// expect: same-as-cc
#include <stdio.h>

struct value {
    int kind;
    union {
        int number;
        float real;
        struct {
            unsigned char low, high;
        };
    };
    struct {
        int line;
        int column;
    };
};

int main(void) {
    struct value v = {.kind = 1, .number = 0x1234, .line = 7, .column = 9};
    printf("%d %x %x %x %d %d\n", v.kind, v.number, v.low, v.high, v.line, v.column);
    v.high = 0xff;
    printf("%x\n", v.number);
    v.real = 1.0f;
    printf("%x %zu\n", v.number, sizeof v);
    struct value *p = &v;
    p->column++;
    printf("%d\n", p->column);
    return 0;
}
