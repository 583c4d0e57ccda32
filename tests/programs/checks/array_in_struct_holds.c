// because: run
// expect: same-as-cc
#include <stdio.h>

struct s {
    char name[4];
    int after;
};

int main(void) {
    struct s v = {"abc", 1};
    struct s *p = &v;
    for (int i = 0; i < 4; i++)
        p->name[i] = 'x';
    printf("%d\n", v.after);
    return 0;
}
