// because: run
// expect: exit 6
struct unknown;

int main(void) {
    struct unknown u;
    return sizeof u;
}
