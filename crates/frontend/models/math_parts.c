/*
 * Taking floating numbers apart and putting them together (C11 7.12.6, 7.12.11.3, 7.12.11.4): all exact, all
 * on the bits.
 */
#include "math_model.h"

/* The neighbour of x towards y: the next number in bits, since the bits are in order of magnitude. */
#define NEIGHBOUR(REAL, name, type, sign)                                                               \
    static REAL name(REAL x, _Bool up) {                                                                \
        type u = {x};                                                                                   \
        if (x == 0)                                                                                     \
            u.bits = up ? 1 : (sign) | 1;                                                               \
        else if ((x > 0) == up)                                                                         \
            u.bits++;                                                                                   \
        else                                                                                            \
            u.bits--;                                                                                   \
        return u.value;                                                                                 \
    }
NEIGHBOUR(double, step, union __model_double, DOUBLE_SIGN)
NEIGHBOUR(float, stepf, union __model_float, FLOAT_SIGN)

static long double stepl(long double x, _Bool up) {
    union __model_long_double u = {x};
    if (x == 0) {
        u.part.mantissa = 1;
        u.part.top = up ? 0 : 0x8000;
    } else if ((x > 0) == up) {
        if (u.part.mantissa == 0xffffffffffffffffULL) {
            u.part.mantissa = INTEGER_BIT;
            u.part.top++;
        } else {
            u.part.mantissa++;
            /* The largest subnormal is followed by the smallest normal number. */
            if (u.part.mantissa == INTEGER_BIT && (u.part.top & 0x7fff) == 0)
                u.part.top++;
        }
    } else if (u.part.mantissa == INTEGER_BIT) {
        u.part.top--;
        u.part.mantissa = (u.part.top & 0x7fff) == 0 ? INTEGER_BIT - 1 : 0xffffffffffffffffULL;
    } else {
        u.part.mantissa--;
    }
    return u.value;
}

#define BODY "math_parts_text.h"
#include "math_each.h"
