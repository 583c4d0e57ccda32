// because: run
// expect: same-as-cc
#include <locale.h>
#include <stdio.h>

int main(void) {
    printf("%s\n", setlocale(LC_ALL, NULL));
    printf("%s\n", setlocale(LC_ALL, "C"));
    printf("%d\n", setlocale(LC_ALL, "no_SUCH.locale") == NULL);
    printf("%s [%s] %d\n", localeconv()->decimal_point, localeconv()->thousands_sep, localeconv()->frac_digits);
    return 0;
}
