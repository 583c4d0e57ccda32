// because: run
// expect: exit 6
int main(void) {
    return nothing_of_this_name;
}
