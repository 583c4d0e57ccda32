// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>
#include <wchar.h>

int main(void) {
    mbstate_t state;
    memset(&state, 0, sizeof state);
    wchar_t wide = 0;
    char text[16];
    printf("%d", (int)mbrtowc(&wide, "xy", 2, &state));
    printf(" %d %d %d", wide == L'x', (int)mbrtowc(&wide, "", 1, &state), (int)mbrtowc(&wide, "a", 0, &state));
    printf(" %d %c %d\n", (int)wcrtomb(text, L'z', &state), text[0], mbsinit(&state) != 0);
    return 0;
}
