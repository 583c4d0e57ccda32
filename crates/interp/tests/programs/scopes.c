#include <stdio.h>
int g = 1; static int s = 2; extern int g;
static int depth(int n) { int local = n, *p = &local; if (n > 0) { int below = depth(n - 1); *p += below; } return local; }
static int vla(int n) { int a[n], t = 0; for (int i = 0; i < n; i++) a[i] = i * n; int m[n][2]; for (int i = 0; i < n; i++) m[i][1] = a[i]; for (int i = 0; i < n; i++) t += m[i][1]; return t + (int)sizeof a; }
int main(void) {
    int x = 1; { int x = 2; { int x = 3; g += x; } s += x; } printf("%d %d %d\n", x, g, s); printf("%d %d %d\n", depth(10), vla(3), vla(7));
    int *keep[3]; for (int i = 0; i < 3; i++) { int fresh = i * i, *p = &fresh; keep[i] = p; *p += 1; printf("%d ", *keep[i]); } puts("");
    for (int i = 0; i < 300; i++) { int cell[3] = {i, i + 1, i + 2}, *q = cell + i % 3; g = (g + *q) % 1000; } printf("%d\n", g);
    static const char *names[] = {"zero", "one"}; printf("%s %c\n", names[1], "text"[2]); const int k = 4; printf("%d %p\n", *&k, (void *)0); char *lit = "same"; printf("%zu\n", sizeof "four" + (lit[4] == 0));
    return depth(3);
}
