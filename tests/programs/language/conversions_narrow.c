// because: run
// expect: same-as-cc
#include <stdio.h>

int main(void) {
    long long big = 0x123456789abcdef0LL;
    int i = (int)big;
    short s = (short)big;
    signed char c = (signed char)big;
    unsigned char uc = (unsigned char)-1;
    unsigned short us = (unsigned short)-2;
    printf("%x %x %d %d %d\n", (unsigned)i, (unsigned)(unsigned short)s, c, uc, us);
    long widened = (int)0x80000000;
    unsigned long zero_extended = (unsigned)0x80000000;
    unsigned long sign_extended = (unsigned long)(int)0x80000000;
    printf("%ld %lu %lu\n", widened, zero_extended, sign_extended);
    unsigned u = (unsigned)(signed char)0xf0;
    printf("%x %x\n", u, (unsigned)(unsigned char)0xf0);
    char text[] = {65, 0x142, (char)-1};
    printf("%d %d %d\n", text[0], text[1], text[2]);
    printf("%d %d\n", (_Bool)256, (int)(_Bool)0.1);
    return 0;
}
