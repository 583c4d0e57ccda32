// because: run
// expect: same-as-cc
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <strings.h>

int main(void) {
    const char *s = "the rain in spain";
    printf("%td %td %d\n", strchr(s, 'a') - s, strrchr(s, 'a') - s, strchr(s, 'z') == NULL);
    printf("%td %td\n", strchr(s, '\0') - s, strchrnul(s, 'z') - s);
    printf("%s %d %s\n", strstr(s, "in "), strstr(s, "inn") == NULL, strstr(s, ""));
    printf("%zu %zu %s\n", strspn(s, "ehtr "), strcspn(s, "xyzi"), strpbrk(s, "nps"));
    printf("%d %d\n", strcasecmp("HeLLo", "hEllO"), strncasecmp("ABCx", "abcy", 3));
    printf("%s\n", strcasestr("One Two Three", "TWO"));
    printf("%td %td\n", (char *)memchr(s, 'r', 10) - s, (char *)memrchr(s, 'i', 17) - s);
    printf("%d\n", memchr(s, 'z', 5) == NULL);
    printf("%zu %zu\n", strnlen("abc", 2), strnlen("abc", 10));
    return 0;
}
