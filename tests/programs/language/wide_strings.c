// because: run
// expect: same-as-cc
#include <stddef.h>
#include <stdio.h>
#include <uchar.h>

int main(void) {
    wchar_t wide[] = L"a\u00e9\u20ac" L"z";
    unsigned sum = 0;
    for (int i = 0; wide[i] != L'\0'; i++)
        sum = sum * 7 + (unsigned)wide[i];
    printf("%u %zu %d\n", sum, sizeof wide / sizeof wide[0], L'\x100');
    char16_t sixteen[] = u"x\U0001F600";
    char32_t thirtytwo[] = U"x\U0001F600";
    printf("%x %x %zu\n", sixteen[1], sixteen[2], sizeof sixteen / sizeof sixteen[0]);
    printf("%x %zu\n", (unsigned)thirtytwo[1], sizeof thirtytwo / sizeof thirtytwo[0]);
    const char *utf8 = u8"\u00e9";
    printf("%d %d %d\n", (unsigned char)utf8[0], (unsigned char)utf8[1], utf8[2]);
    return 0;
}
