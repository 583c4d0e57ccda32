// because: run
// expect: same-as-cc
#include <stdio.h>

static void copy(char *to, const char *from, int count) {
    int n = (count + 7) / 8;
    switch (count % 8) {
    case 0:
        do {
            *to++ = *from++;
        case 7:
            *to++ = *from++;
        case 6:
            *to++ = *from++;
        case 5:
            *to++ = *from++;
        case 4:
            *to++ = *from++;
        case 3:
            *to++ = *from++;
        case 2:
            *to++ = *from++;
        case 1:
            *to++ = *from++;
        } while (--n > 0);
    }
}

int main(void) {
    const char *text = "a loop that starts in its middle";
    for (int n = 1; n <= 32; n += 5) {
        char buf[40] = {0};
        copy(buf, text, n);
        printf("%s|\n", buf);
    }
    return 0;
}
