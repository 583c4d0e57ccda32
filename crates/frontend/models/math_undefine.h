/* Forgets what math_each.h says of one floating type. */
#undef REAL
#undef F
#undef REAL_MAX
#undef REAL_MIN
#undef INFINITE_REAL
#undef REAL_BITS
#undef QUIET_NAN
#undef STORED_EXPONENT
#undef TOP_EXPONENT
#undef OUT_OF_SUBNORMAL
#undef OUT_OF_SUBNORMAL_BY
#undef SET_EXPONENT_OF_HALF
#undef MAX_EXPONENT
#undef LARGEST_POWER
#undef SAFE_STEP_DOWN
#undef SAFE_STEP_DOWN_BY
#undef POWER_OF_TWO
