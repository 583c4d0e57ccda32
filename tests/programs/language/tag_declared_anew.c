// because: run
// expect: same-as-cc
#ident "an old way to leave a comment"
// `struct s;` in a block hides the outer tag from there on, before it is defined.
#include <stdio.h>

struct s {
    int a[4];
};
union u {
    char c;
};

static int before_definition(void) {
    struct s;
    struct s *p = 0;
    struct s {
        char c;
    };
    return (int)sizeof *p;
}

static int of_union(void) {
    union u;
    union u *p = 0;
    {
        union u;
        union u *q = 0;
        union u {
            short s;
        };
        printf("%d\n", (int)sizeof *q);
    }
    union u {
        long l[3];
    };
    return (int)sizeof *p;
}

static int mutual(void) {
    struct t;
    struct s {
        struct t *p;
    };
    struct t {
        struct s q;
        int z;
    } v;
    v.q.p = &v;
    v.z = 5;
    return v.q.p->z;
}

int main(void) {
    printf("%d\n", before_definition());
    printf("%d\n", of_union());
    printf("%d %d %d\n", mutual(), (int)sizeof(struct s), (int)sizeof(union u));
    return 0;
}
