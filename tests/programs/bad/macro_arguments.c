// because: run
// expect: exit 6
#define TWO(a, b) ((a) + (b))

int main(void) {
    return TWO(1);
}
