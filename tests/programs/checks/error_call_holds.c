// because: run
// expect: exit 0
extern void reach_error(void);

int main(void) {
    int sum = 0;
    for (int i = 1; i <= 4; i++)
        sum += i;
    if (sum != 10)
        reach_error();
    return 0;
}
