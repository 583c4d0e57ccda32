// because: check
// expect: fails pointer_dereference at line 6
static const int limit = 3;

int main(void) {
    *(int *)&limit = 4; /* fails */
    return limit;
}
