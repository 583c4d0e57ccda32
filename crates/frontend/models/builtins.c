/*
 * Builtins of compilers that ordinary C can say: bits in the other order, rotations, sums with carry, powers with a whole
 * exponent.
 */
#include "because.h"

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

static u64 reversed(u64 value, int width) {
    u64 result = 0;
    for (int bit = 0; bit < width; bit++)
        if (value >> bit & 1)
            result |= (u64)1 << (width - 1 - bit);
    return result;
}

u8 __builtin_bitreverse8(u8 value) {
    return reversed(value, 8);
}

u16 __builtin_bitreverse16(u16 value) {
    return reversed(value, 16);
}

u32 __builtin_bitreverse32(u32 value) {
    return reversed(value, 32);
}

u64 __builtin_bitreverse64(u64 value) {
    return reversed(value, 64);
}

u8 __builtin_rotateleft8(u8 value, u8 by) {
    return value << (by & 7) | value >> (-by & 7);
}

u16 __builtin_rotateleft16(u16 value, u16 by) {
    return value << (by & 15) | value >> (-by & 15);
}

u32 __builtin_rotateleft32(u32 value, u32 by) {
    return value << (by & 31) | value >> (-by & 31);
}

u64 __builtin_rotateleft64(u64 value, u64 by) {
    return value << (by & 63) | value >> (-by & 63);
}

u8 __builtin_rotateright8(u8 value, u8 by) {
    return value >> (by & 7) | value << (-by & 7);
}

u16 __builtin_rotateright16(u16 value, u16 by) {
    return value >> (by & 15) | value << (-by & 15);
}

u32 __builtin_rotateright32(u32 value, u32 by) {
    return value >> (by & 31) | value << (-by & 31);
}

u64 __builtin_rotateright64(u64 value, u64 by) {
    return value >> (by & 63) | value << (-by & 63);
}

u32 __builtin_addc(u32 x, u32 y, u32 carry, u32 *out) {
    u32 sum = x + y, all = sum + carry;
    *out = (sum < x) | (all < sum);
    return all;
}

u64 __builtin_addcll(u64 x, u64 y, u64 carry, u64 *out) {
    u64 sum = x + y, all = sum + carry;
    *out = (sum < x) | (all < sum);
    return all;
}

u32 __builtin_subc(u32 x, u32 y, u32 carry, u32 *out) {
    u32 rest = x - y;
    *out = (x < y) | (rest < carry);
    return rest - carry;
}

u64 __builtin_subcll(u64 x, u64 y, u64 carry, u64 *out) {
    u64 rest = x - y;
    *out = (x < y) | (rest < carry);
    return rest - carry;
}

/* Squares and products, the inverse last: every product rounds, and this is the usual order of them. */
#define POWER(REAL, name)                                                                               \
    REAL name(REAL base, int exponent) {                                                                \
        unsigned int left = exponent < 0 ? -(unsigned int)exponent : exponent;                          \
        REAL power = left % 2 ? base : 1;                                                               \
        while (left >>= 1) {                                                                            \
            base *= base;                                                                               \
            if (left % 2)                                                                               \
                power *= base;                                                                          \
        }                                                                                               \
        return exponent < 0 ? 1 / power : power;                                                        \
    }
POWER(double, __builtin_powi)
POWER(float, __builtin_powif)
