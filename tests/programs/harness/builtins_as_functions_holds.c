// because: check
// expect: holds
#include <assert.h>

enum level { LOW = -1, HIGH = 4 };
unsigned nondet_uint(void);

int main(void) {
    unsigned x = nondet_uint(), by = nondet_uint(), carry;
    assert(__builtin_bitreverse32(__builtin_bitreverse32(x)) == x);
    assert(__builtin_bitreverse8(0x13) == 0xc8);
    assert(__builtin_rotateright32(__builtin_rotateleft32(x, by), by) == x);
    assert(__builtin_rotateleft16(0x8001, 17) == 3);
    assert(__builtin_addc(4294967295u, 0, 1, &carry) == 0 && carry == 1);
    assert(__builtin_subc(3, 2, 1, &carry) == 0 && carry == 0);
    assert(__builtin_powi(2.0, 10) == 1024 && __builtin_powi(2.0, -2) == 0.25);
    assert(__CPROVER_saturating_plus((signed char)100, (signed char)100) == 127);
    assert(__CPROVER_saturating_minus((signed char)-100, (signed char)100) == -128);
    assert(__CPROVER_saturating_minus(1u, 2u) == 0);
    assert(__CPROVER_saturating_plus(x, 1u) >= x);
    enum level level = HIGH;
    assert(__CPROVER_enum_is_in_range(level));
    level = (enum level)3;
    assert(!__CPROVER_enum_is_in_range(level));
    return 0;
}
