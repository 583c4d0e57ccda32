// because: check
// expect: holds
// A last member without elements stands for what was allocated behind the structure.
#include <stdlib.h>
struct text {
    int length;
    int d[0];
};

int main(void)
{
    struct text *p = malloc(sizeof *p + 2 * sizeof(int));
    if (!p)
        return 0;
    p->d[1] = 3;
    free(p);
    return 0;
}
