// because: check
// expect: exit 5
// The order of the thirtieth and the thirty-first address is as open as that of the first two.
#include <stdint.h>

static int a[1], b[1];

int main(void) {
    static char o0, o1, o2, o3, o4, o5, o6, o7, o8, o9, p0, p1, p2, p3, p4, p5, p6, p7, p8, p9, q0, q1, q2, q3, q4, q5;
    char *all[] = {&o0, &o1, &o2, &o3, &o4, &o5, &o6, &o7, &o8, &o9, &p0, &p1, &p2,
                   &p3, &p4, &p5, &p6, &p7, &p8, &p9, &q0, &q1, &q2, &q3, &q4, &q5};
    uintptr_t sum = 0;
    for (unsigned i = 0; i < sizeof all / sizeof all[0]; i++)
        sum ^= (uintptr_t)all[i];
    __CPROVER_assert(sum == sum, "seen");
    __CPROVER_assert((uintptr_t)a < (uintptr_t)b, "declared first");
    return 0;
}
