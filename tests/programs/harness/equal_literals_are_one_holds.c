// because: check
// expect: holds
static const char *const same = "text";
int main(void) {
    const char *other = "text";
    __CPROVER_assert(same == other, "as compilers have it");
    __CPROVER_assert(other != "another", "another text");
    return 0;
}
