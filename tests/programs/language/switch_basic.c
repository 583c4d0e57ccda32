// because: run
// expect: same-as-cc
#include <stdio.h>

static const char *kind(int c) {
    switch (c) {
    default:
        return "other";
    case 'a':
    case 'e':
    case 'i':
        return "vowel";
    case '0' ... '9':
        return "digit";
    case -1:
        return "end";
    }
}

static int fall(int n) {
    int r = 0;
    switch (n) {
    case 3:
        r += 100;
    case 2:
        r += 10;
        /* and on */
    case 1:
        r += 1;
        break;
    case 4:
        r = -1;
    }
    return r;
}

int main(void) {
    const int tests[] = {'a', 'e', '0', '5', '9', '9' + 1, -1, 1000};
    for (int i = 0; i < 8; i++)
        printf("%s ", kind(tests[i]));
    printf("\n");
    for (int i = 0; i < 6; i++)
        printf("%d ", fall(i));
    printf("\n");
    return 0;
}
