// because: check
// expect: holds
int main(void) {
    char a[6] = {1, 2, 3, 4, 5, 6}, b[3] = {11, 12, 13};
    __CPROVER_array_replace(a, b);
    __CPROVER_assert(a[0] == 11 && a[2] == 13 && a[3] == 4, "only the first three");
}
