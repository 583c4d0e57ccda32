// because: run
// expect: exit 6
_Static_assert(sizeof(int) == 3, "int has three bytes");

int main(void) {
    return 0;
}
