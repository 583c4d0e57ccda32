// because: check
// expect: fails pointer_dereference at line 6
int main(void) {
    const int limit = 3;
    int *p = (int *)&limit;
    *p = 4;
    return limit;
}
