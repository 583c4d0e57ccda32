// because: check --no-standard-checks
// expect: fails function_pointer at line 5
int main(void) {
    int (*f)(int) = 0;
    return f(1);
}
