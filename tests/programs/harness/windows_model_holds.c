// because: check --winx64
// expect: holds
#include <stddef.h>
#include <stdint.h>
int main(void) {
    __int64 wide = -1;
    __assume(wide == -1);
    __CPROVER_assert(sizeof(long) == 4 && sizeof(void *) == 8 && sizeof(size_t) == 8, "integers");
    __CPROVER_assert(sizeof(int64_t) == 8 && sizeof(uintptr_t) == 8 && sizeof wide == 8, "named ones");
    __CPROVER_assert(sizeof(long double) == 8 && sizeof(L"ab") == 6, "others");
    long most = 2147483647;
    __CPROVER_assert((unsigned long)most + most + 2 == 0, "a long has 32 bits");
    return 0;
}
