// because: check
// expect: holds
#include <assert.h>

int main(void) {
    static void *const table[] = {&&add, &&twice, &&done};
    unsigned char program[3];
    program[0] &= 1, program[1] &= 1, program[2] = 2;
    int at = 0, value = 1;
    goto *table[program[at++]];
add:
    value += 1;
    goto *table[program[at++]];
twice:
    value *= 2;
    goto *table[program[at++]];
done:
    assert(value == 3 || value == 4);
    assert((value == 3) == (program[0] == 1 && program[1] == 0 || program[0] == 0 && program[1] == 0));
    return 0;
}
