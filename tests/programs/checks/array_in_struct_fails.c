// because: run
// expect: fails array_bounds at line 17
#ifndef LENGTH
#define LENGTH 5
#endif
#include <stdio.h>

struct s {
    char name[4];
    int after;
};

int main(void) {
    struct s v = {"abc", 1};
    struct s *p = &v;
    for (int i = 0; i < LENGTH; i++)
        p->name[i] = 'x'; /* fails */
    printf("%d\n", v.after);
    return 0;
}
