// because: run
// expect: exit 6
struct s {
    int a;
};

int main(void) {
    struct s x = {1}, y = {2};
    return x + y;
}
