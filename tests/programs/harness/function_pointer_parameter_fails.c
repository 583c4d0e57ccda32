// because: check --function get
// expect: fails pointer_dereference at line 4
int get(int *p) {
    return *p; /* fails */
}
