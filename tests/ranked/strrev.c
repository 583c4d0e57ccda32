#include <assert.h>
#include <string.h>
char nondet_char(void);
static void reverse(char *s) {
    int n = strlen(s);
    for (int i = 0; i < n / 2; i++) {
        char t = s[i];
        s[i] = s[n - i]; /* the fault */
        s[n - 1 - i] = t;
    }
}
int main(void) {
    char s[5], t[5];
    for (int i = 0; i < 4; i++) s[i] = nondet_char();
    s[4] = 0;
    strcpy(t, s);
    reverse(s);
    int n = strlen(t);
    for (int i = 0; i < n; i++) assert(s[i] == t[n - 1 - i]);
}
