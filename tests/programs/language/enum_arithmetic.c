// because: run
// expect: same-as-cc
#include <stdio.h>

enum day { MON, TUE, WED, THU, FRI, SAT, SUN };
enum flags { NONE = 0, READ = 1 << 0, WRITE = 1 << 1, ALL = READ | WRITE };
enum big { LARGE = 0x7fffffff };

struct packed_enum {
    enum day day : 3;
    enum flags flags : 2;
};

int main(void) {
    int weekend = 0;
    for (enum day d = MON; d <= SUN; d++)
        weekend += d >= SAT;
    enum flags f = READ;
    f |= WRITE;
    f &= ~READ;
    struct packed_enum p = {FRI, ALL};
    printf("%d %d %d %d\n", weekend, f, p.day, p.flags);
    printf("%d %d\n", (enum day)4 == FRI, (FRI + 4) % 7 == TUE);
    printf("%d\n", LARGE - MON);
    return 0;
}
