// because: check
// expect: holds
#include <string.h>
#include <assert.h>
char nondet_char(void);
int main(void) {
    char s[9];
    for (int i = 0; i < 8; i++) s[i] = nondet_char();
    s[8] = 0;
    char o[9];
    strcpy(o, s);
    int n = strlen(s);
    for (int i = 0; i < n / 2; i++) {
        char t = s[i];
        s[i] = s[n - 1 - i];
        s[n - 1 - i] = t;
    }
    assert(strlen(s) == strlen(o));
    for (int i = 0; i < n; i++) assert(s[i] == o[n - 1 - i]);
}
