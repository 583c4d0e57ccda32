// because: check
// expect: holds
#include <assert.h>
#include <stdio.h>
#include <string.h>
int nondet_int(void);
int main(void) {
    char text[32];
    int x = nondet_int();
    __CPROVER_assume(x >= 0 && x < 100);
    int n = sprintf(text, "%03d|%-3x|%c|%.2s", x, 0xab, 'z', "word");
    assert(n == 3 + 1 + 3 + 1 + 1 + 1 + 2);
    assert(text[0] == '0' && text[1] == '0' + x / 10 && text[2] == '0' + x % 10);
    assert(strcmp(text + 3, "|ab |z|wo") == 0);
}
