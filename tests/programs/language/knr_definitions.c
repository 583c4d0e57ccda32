// because: run
// expect: same-as-cc
#include <stdio.h>

int add(a, b)
int a, b;
{
    return a + b;
}

double scale(x, factor, name)
char *name;
double x;
float factor;
{
    return x * factor + name[0];
}

int promoted(c, s)
char c;
short s;
{
    return c * 1000 + s;
}

static first(p) int *p;
{
    return p[0];
}

main()
{
    int a[2] = {5, 6};
    printf("%d %g %d %d\n", add(1, 2), scale(2.0, 1.5, "A"), promoted('a', 7), first(a));
    return 0;
}
