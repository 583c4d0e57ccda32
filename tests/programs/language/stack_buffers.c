// because: run
// expect: same-as-cc
#include <stdio.h>

static void reverse(char *s) {
    int n = 0;
    while (s[n])
        n++;
    for (int i = 0; i < n / 2; i++) {
        char t = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = t;
    }
}

static const char *to_text(int n, char *end, int base) {
    *--end = '\0';
    unsigned u = n < 0 ? -(unsigned)n : (unsigned)n;
    do
        *--end = "0123456789abcdefghijklmnopqrstuvwxyz"[u % base];
    while (u /= base);
    if (n < 0)
        *--end = '-';
    return end;
}

int main(void) {
    char s[] = "stressed", buf[40];
    reverse(s);
    printf("%s\n", s);
    printf("%s ", to_text(-2147483647 - 1, buf + sizeof buf, 10));
    printf("%s ", to_text(255, buf + sizeof buf, 2));
    printf("%s\n", to_text(123456789, buf + sizeof buf, 36));
    return 0;
}
