// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

#define DIGITS 60

static void multiply(unsigned char *number, unsigned factor) {
    unsigned carry = 0;
    for (int i = 0; i < DIGITS; i++) {
        carry += number[i] * factor;
        number[i] = carry % 10;
        carry /= 10;
    }
}

int main(void) {
    unsigned char number[DIGITS] = {1};
    for (unsigned i = 2; i <= 40; i++)
        multiply(number, i);
    int top = DIGITS - 1;
    while (number[top] == 0)
        top--;
    while (top >= 0)
        putchar('0' + number[top--]);
    putchar('\n');
    return 0;
}
