// because: check --win32
// expect: holds
typedef unsigned __int64 u64;

__declspec(noinline) int __cdecl add(int a, __int32 b) {
    return a + b;
}

static __forceinline int __stdcall same(int a) {
    return a;
}

int main(void) {
    __CPROVER_assert(sizeof(u64) == 8 && sizeof(long) == 4, "sizes");
    __CPROVER_assert(add(same(1), 2) == 3, "sum");
}
