// because: run
// expect: exit 6
int value(void);
double value(void);

int main(void) {
    return 0;
}
