// because: check --string-abstraction
// expect: holds
int main(void) {
    float x, y;
    __CPROVER_assert(__CPROVER_isunorderedf(x, y) || __CPROVER_isgreaterequalf(x, y) != __CPROVER_islessf(x, y), "ordered");
    __CPROVER_assert(!__CPROVER_isgreaterd(x, __CPROVER_inf()), "nothing above");
    char text[6] = "abc";
    __CPROVER_assert(__CPROVER_is_zero_string(text) && __CPROVER_zero_string_length(text) == 3, "it ends");
    __CPROVER_assert(__CPROVER_buffer_size(text + 1) == 5, "from here on");
    return 0;
}
