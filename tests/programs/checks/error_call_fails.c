// because: run
// expect: fails error_call at line 10
extern void reach_error(void);

int main(void) {
    int sum = 0;
    for (int i = 1; i <= 4; i++)
        sum += i;
    if (sum != 11)
        reach_error(); /* fails */
    return 0;
}
