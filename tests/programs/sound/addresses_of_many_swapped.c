// because: check
// expect: exit 5
#include <stdint.h>

static int a[1], b[1];

int main(void) {
    static char o[40][2];
    uintptr_t sum = 0;
    char *heap[14];
    for (int i = 0; i < 14; i++) {
        heap[i] = __builtin_alloca(3);
        sum ^= (uintptr_t)heap[i];
    }
    __CPROVER_assert(sum == sum, "seen");
    __CPROVER_assert((uintptr_t)b < (uintptr_t)a || (uintptr_t)heap[12] < (uintptr_t)heap[13], "either");
    return o[0][0];
}
