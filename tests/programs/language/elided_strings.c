// because: run
// expect: same-as-cc
// Strings that begin an array whose braces are left out.
#include <stdio.h>

struct names {
    const char *name[2];
    int k;
};
struct texts {
    char text[3][5];
    int k;
};
struct both {
    struct names n[2];
    struct {
        char t[4];
        int z;
    } e[2];
};

struct names a = {"one", "two", 1}, b[] = {"a", "b", 1, "c", "d", 2, {"e"}};
struct texts c = {"ab", "cd", "efghi", 7}, d[2] = {{"x" "y", "z"}, {.text[1] = "q", "r", 3}};
struct both e = {"1", "2", 3, "4", "5", 6, "abc", 7, "def", 8};
char f[2][2][3] = {"ab", "cd", "ef", "gh"};
const char *g[2][2] = {"ab", "cd", "ef"};
int h[2][2] = {1, 2, 3};

int main(void) {
    int n = 4;
    struct names l[] = {[1].name[1] = "zz", n, "yy", "xx", n + 1};
    struct texts m = {"q", "r", "s", n};
    printf("%s %s %d %s %s %d %s\n", a.name[0], a.name[1], a.k, b[1].name[0], b[1].name[1], b[1].k, b[2].name[0]);
    printf("%s %s %.5s %d %s %s %s %s %d\n", c.text[0], c.text[1], c.text[2], c.k, d[0].text[0], d[0].text[1],
           d[1].text[1], d[1].text[2], d[1].k);
    printf("%s %d %s %d %s %d %s\n", e.n[0].name[1], e.n[0].k, e.n[1].name[0], e.n[1].k, e.e[0].t, e.e[0].z, e.e[1].t);
    printf("%.2s %.2s %s %s %d\n", f[0][1], f[1][1], g[0][1], g[1][0], g[1][1] == 0);
    printf("%s %d %s %d %s %d\n", l[1].name[1], l[1].k, l[2].name[1], l[2].k, m.text[2], m.k);
    return h[1][0];
}
