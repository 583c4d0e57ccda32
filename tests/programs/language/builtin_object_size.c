// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    char buf[20];
    struct {
        char a[4];
        char b[8];
    } s;
    printf("%zu %zu\n", __builtin_object_size(buf, 0), __builtin_object_size(buf + 5, 0));
    printf("%zu %zu\n", __builtin_object_size(&s.b[2], 1), __builtin_object_size(&s.a, 0));
    return 0;
}
