// because: check
// expect: holds
// Declarations that differ in `const` only are one function.
#include <assert.h>
struct s {
    int x;
};
const char *name(const int *p, char *const q);
char *name(int *p, char *q);
int use(const struct s *a);

const char *name(const int *p, char *q)
{
    return *p ? q : 0;
}

int use(struct s *a)
{
    a->x = 3;
    return 1;
}

int main(void)
{
    int i = 1;
    char c = 'x';
    const int *r = &i;
    struct s v;
    assert(name(r, &c) == &c);
    use(&v);
    assert(v.x == 3);
    return 0;
}
