// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

int main(void) {
    const char *joined = "one " "two\t"
                         "three";
    char exact[3] = "abc";
    char longer[8] = "ab";
    char escapes[] = "\a\b\f\n\r\t\v\\\'\"\?\0\x41\101\7z";
    printf("%s %zu %zu\n", joined, strlen(joined), sizeof "a\0b");
    printf("%c%c%c %d %d\n", exact[0], exact[1], exact[2], longer[2], longer[7]);
    for (unsigned i = 0; i < sizeof escapes; i++)
        printf("%d ", escapes[i]);
    printf("\n%c %d\n", "index"[2], "same"[4]);
    const char *p = "pointer" + 2;
    printf("%s %s\n", p, &"address"[3]);
    printf("%s %zu\n", __func__, sizeof __func__);
    return 0;
}
