/*
 * Integer arithmetic of stdlib.h (C11 7.22.6). The one value without an absolute value, and a division by
 * zero, are the caller's errors.
 */
#include "because.h"

typedef struct {
    int quot;
    int rem;
} div_t;

typedef struct {
    long quot;
    long rem;
} ldiv_t;

typedef struct {
    long long quot;
    long long rem;
} lldiv_t;

int abs(int n) {
    __because_check(n != INT_MIN, "abs argument is not the smallest int");
    return n < 0 ? -n : n;
}

long labs(long n) {
    __because_check(n != LONG_MIN, "labs argument is not the smallest long");
    return n < 0 ? -n : n;
}

long long llabs(long long n) {
    __because_check(n != LLONG_MIN, "llabs argument is not the smallest long long");
    return n < 0 ? -n : n;
}

div_t div(int numerator, int denominator) {
    __because_check(denominator != 0, "div denominator is not zero");
    __because_check(numerator != INT_MIN || denominator != -1, "div quotient fits in int");
    div_t result = {numerator / denominator, numerator % denominator};
    return result;
}

ldiv_t ldiv(long numerator, long denominator) {
    __because_check(denominator != 0, "ldiv denominator is not zero");
    __because_check(numerator != LONG_MIN || denominator != -1, "ldiv quotient fits in long");
    ldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}

lldiv_t lldiv(long long numerator, long long denominator) {
    __because_check(denominator != 0, "lldiv denominator is not zero");
    __because_check(numerator != LLONG_MIN || denominator != -1, "lldiv quotient fits in long long");
    lldiv_t result = {numerator / denominator, numerator % denominator};
    return result;
}
