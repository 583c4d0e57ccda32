// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>

int main(void) {
    wchar_t buf[16];
    wcscpy(buf, L"wide");
    wcscat(buf, L" text");
    printf("%zu %d %td\n", wcslen(buf), wcscmp(buf, L"wide") > 0, wcschr(buf, L't') - buf);
    wmemset(buf, L'x', 3);
    char narrow[16];
    printf("%zu ", wcstombs(narrow, buf, sizeof narrow));
    printf("%s %zu\n", narrow, mbstowcs(buf, "abc", 16));
    printf("%d %d\n", buf[2] == L'c', wcsncmp(L"abc", L"abd", 2));
    return 0;
}
