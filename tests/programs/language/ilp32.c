// because: run --32
// expect: exit 0
/* The sizes of 32-bit x86, and variable arguments there, where a va_list is a plain pointer. */
#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

struct mixed {
    char c;
    long long wide;
    void *pointer;
    long number;
};

static long long sum(int count, ...) {
    va_list list, copy;
    long long total = 0;
    va_start(list, count);
    va_copy(copy, list);
    for (int i = 0; i < count; i++)
        total += va_arg(list, int);
    total += va_arg(list, long long);
    assert(va_arg(copy, int) == 1);
    va_end(copy);
    va_end(list);
    return total;
}

int main(void) {
    char text[64];
    unsigned long most = -1UL;
    assert(sizeof(long) == 4 && sizeof(void *) == 4 && sizeof(size_t) == 4);
    assert(sizeof(long long) == 8 && sizeof(long double) == 12);
    assert(sizeof(struct mixed) == 20);
    assert(most == 4294967295u && most + 1 == 0);
    assert(sum(3, 1, 2, 3, 1LL << 40) == 6 + (1LL << 40));
    snprintf(text, sizeof text, "%lu %zu %lld", most, sizeof text, (long long)INT64_MAX);
    assert(strcmp(text, "4294967295 64 9223372036854775807") == 0);
    return 0;
}
