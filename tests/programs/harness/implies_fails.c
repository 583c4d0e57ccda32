// because: check
// expect: fails assertion at line 5
int main(void) {
    int x;
    __CPROVER_assert((x > 3) ==> (x > 5), "stronger"); /* fails */
}
