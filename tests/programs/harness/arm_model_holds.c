// because: check --arch arm
// expect: holds
struct pair { char c; double d; };
int main(void) {
    char c = -1;
    __CPROVER_assert(c == 255, "char has no sign");
    __CPROVER_assert(sizeof(long) == 4 && sizeof(void *) == 4, "32 bits");
    __CPROVER_assert(sizeof(struct pair) == 16 && sizeof(long double) == 8, "floating types");
    return 0;
}
