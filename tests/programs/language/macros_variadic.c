// because: run
// expect: same-as-cc
#include <stdio.h>

#define LOG(format, ...) printf("[" format "]\n", __VA_ARGS__)
#define LOG_GNU(format, ...) printf("<" format ">\n", ##__VA_ARGS__)
#define NAMED(format, args...) printf(format "\n", args)
#define COUNT_(a, b, c, d, n, ...) n
#define COUNT(...) COUNT_(__VA_ARGS__, 4, 3, 2, 1, 0)
#define TEXT(...) #__VA_ARGS__
#define FIRST(a, ...) a
#define REST(a, ...) (__VA_ARGS__)

int main(void) {
    LOG("%d", 5);
    LOG("%d %s", 5, "x");
    LOG_GNU("plain");
    LOG_GNU("%d", 1);
    NAMED("%d-%d", 2, 3);
    printf("%d %d %d\n", COUNT(a), COUNT(a, b), COUNT(a, b, c));
    printf("%s|%s\n", TEXT(a, b, (c, d)), TEXT());
    printf("%d %d\n", FIRST(1, 2, 3), REST(1, 2, 3));
    return 0;
}
