// because: check
// expect: exit 6
int jump(int index) {
    static const int distances[] = {&&first - &&first, &&second - &&first};
    goto *(&&first + distances[index]);
first:
    return 1;
second:
    return 2;
}

int main(void) {
    return jump(1) != 2;
}
