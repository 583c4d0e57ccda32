// because: run
// expect: same-as-cc
// Later initialisers replace earlier ones: braces and values their whole part, another member its union.
#include <stdio.h>

typedef struct {
    int k;
    int l;
    int a[2];
} T;
typedef struct {
    int i;
    T t;
} S;
union U {
    struct {
        int a, b;
    } s;
    long long l;
    char c[8];
};
struct bits {
    unsigned a : 3, : 2, b : 5;
    struct {
        int x, y;
    };
    union {
        int n;
        char text[8];
    };
};
enum { TWO = 2 };

static int called(int x) {
    printf("called(%d) ", x);
    return x;
}
static T made(int x) {
    printf("made(%d) ", x);
    T t = {x, x, {x, x}};
    return t;
}
static void show(const char *what, const void *from, int n) {
    const unsigned char *bytes = from;
    printf("%s:", what);
    for (int i = 0; i < n; i++)
        printf(" %02x", bytes[i]);
    printf("\n");
}
#define SHOW(x) show(#x, &x, sizeof x)

static int s1[2][2] = {[0][1] = 5, [0] = {1}};
static int s2[2][2] = {[0][0] = 5, [0] = {[1] = 1}};
static int s3[3][2] = {[TWO][1] = 5, [TWO] = {}, [0] = {1, 2}, 7};
static S s4 = {1, .t = (T){1, 2, {3, 4}}, .t.l = 41, .t.a[1] = 17};
static S s5 = {1, .t.k = 3, .t.a = {4, 5}, .t = {.l = 6}};
static T s6[4] = {[0 ... 3] = {1, 2, {3, 4}}, [1].a[0] = 9, [2] = {.l = 8}, [1].a[1] = 7, 5, 6};
static T s7[4] = {[1 ... 2].a[0] = 4, [2 ... 3].a[1] = 5, [0 ... 1] = {.k = 1}};
static union U s8[3] = {{.l = -1, .s.b = 2}, [1].s.a = 4, [1].s.b = 5, [2].s.b = 1, [2].c[1] = 3};
static struct {
    char c[6];
    int z;
} s9 = {"hello", .c[1] = 'u', .z = 4}, s10 = {.c[4] = 'u', .z = 4, .c = "ab"},
  s11 = {.c = "hello", .c = {'a', 'b'}}, s12 = {.c = {"hello"}, .c = {[2] = 'b'}};
static struct bits s13 = {.b = 3, .a = 1, .x = 4, .y = 5, .text = "abc", .n = 1, .b = 2};
static struct bits s14 = {.x = 1, 2, 65, .a = 4, 9, {8}};
static struct {
    int a[2][3];
    int b;
} s15 = {.a = (int[2][3]){{1, 2, 3}, {4, 5, 6}}, .a[0][1] = 9, 8, .b = 3};
extern int s16[3];
int s16[3] = {[2] = 4, [0] = 3, [0] = 1, 2};
static int s17[][2] = {[3] = {1, 2}, [1] = {3}, 4, 5, 6, [0] = {[1] = 1}};

int main(void) {
    SHOW(s1), SHOW(s2), SHOW(s3), SHOW(s4), SHOW(s5), SHOW(s6), SHOW(s7), SHOW(s8), SHOW(s9);
    SHOW(s10), SHOW(s11), SHOW(s12), SHOW(s13), SHOW(s14), SHOW(s15), SHOW(s16), SHOW(s17);

    int a1[2][2] = {[0][1] = called(5), [0] = {called(6)}};
    int a2[3] = {[0] = called(1), [0] = called(2), [1] = 7};
    int a3[3][2] = {[TWO][1] = called(5), [TWO] = {}, [sizeof(char) - 1] = {called(1), 2}, called(7)};
    T x = {.l = 43, .k = 42, .a[1] = 19, .a[0] = 18};
    S a4 = {1, .t = x, .t.l = 41, .t.a[1] = 17};
    S a5 = {1, .t = made(3), .t.l = called(41), .t.a[1] = 17};
    S a6 = {1, .t.l = called(41), .t.a[1] = 17, .t = made(3)};
    S a7[2] = {[1].t = x, [0].t = x, [0].t.k = 1};
    SHOW(a1), SHOW(a2), SHOW(a3), SHOW(a4), SHOW(a5), SHOW(a6);
    SHOW(a7);
    union U u1 = {.s.a = 1, .s.b = 2, .l = 7}, u2 = {.l = 0x1111111122222222, .s.b = 2};
    union U u3 = {.l = 0x1111111122222222, .c = "a"}, u4 = {.l = 0x1111111122222222, .c[1] = 3};
    SHOW(u1), SHOW(u2), SHOW(u3), SHOW(u4);
    struct {
        union U u;
        int k;
    } v1 = {.u.s.b = 7, .u.s.a = 3, .k = 1, .u.c[7] = 1, .u.c[6] = 1}, v2 = {.u.s.b = 7, 3, .u.s.a = 2},
      v3 = {.u = u1, .k = 2, .u.s.a = 5};
    show("v1", &v1, 12), show("v2", &v2, 12), show("v3", &v3, 12);
    struct {
        T t;
        int z;
    } p1 = {{1, 2}, .t = {.a = {3}}, 9}, p2 = {{1, 2}, .t.a = {3}, 9}, p3 = {.t = (T){1, 2, {3, 4}}, .t.a = {3}, 9},
      p4 = {1, 2, 3, 4, 5, .t.l = 7, 8, 9};
    SHOW(p1), SHOW(p2), SHOW(p3), SHOW(p4);
    SHOW(((T[2]){[0 ... 1] = {1, 2}, [1].l = 3, [0] = {.k = 4}}));
    T *literal = (T[]){[1] = x, [0].k = 1, [1].k = 2};
    show("literal", literal, 2 * sizeof(T));
    for (int i = 0; i < 2; i++) {
        int again[2][2] = {[0][1] = i + 5, [1][1] = i, [0] = {i}};
        SHOW(again);
    }
    struct bits b = {.a = 7, .b = 31, .a = 1, {1, 2}, .y = 3, .text[0] = 'x', .text[3] = 'y'};
    printf("%d %d %d %d %s\n", b.a, b.b, b.x, b.y, b.text);
    char text[2][4] = {[0] = "abc", [0][1] = 'x', [1] = {"yz"}, [1][0] = 'w'};
    printf("%s %s\n", text[0], text[1]);
    return 0;
}
