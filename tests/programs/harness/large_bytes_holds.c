// because: check
// expect: holds
#include <assert.h>
unsigned nondet_uint(void);
int table[5000];
int main(void) {
    unsigned char *bytes = (unsigned char *)table;
    unsigned i = nondet_uint();
    __CPROVER_assume(i < sizeof table);
    assert(bytes[i] == 0);
    bytes[i] = 7;
    assert(bytes[i] == 7 && table[i / 4] != 0);
    bytes[5] = 1;
    assert((table[1] & 0xff00) == 0x100);
}
