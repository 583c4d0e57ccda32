// because: run
// expect: same-as-cc
#include <stdio.h>

static int on_long(long long v) {
    switch (v) {
    case 0x100000000LL:
        return 1;
    case -1:
        return 2;
    case 0:
        return 3;
    }
    return 0;
}

static int on_unsigned(unsigned v) {
    switch (v) {
    case -1:
        return 1;
    case 0x80000000 ... 0x8fffffff:
        return 2;
    }
    return 0;
}

static int on_char(char c) {
    switch (c) {
    case '\xff':
        return 1;
    case 'x':
        return 2;
    default:
        return 3;
    }
}

int main(void) {
    printf("%d %d %d %d\n", on_long(1LL << 32), on_long(-1), on_long(0), on_long(1));
    printf("%d %d %d\n", on_unsigned(~0u), on_unsigned(0x81234567), on_unsigned(5));
    printf("%d %d %d\n", on_char((char)255), on_char('x'), on_char('y'));
    switch (3)
    case 3:
        printf("no block\n");
    switch (1) {
        int unset;
    case 1:
        unset = 9;
        printf("%d\n", unset);
    }
    switch (7) {
    }
    return 0;
}
