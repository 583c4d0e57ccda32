// because: check
// expect: fails assertion at line 7
int main(void) {
    int kept = 3, made = 3;
    asm volatile("cpuid" : "=a"(made));
    assert(kept == 3);
    assert(made == 3);
}
