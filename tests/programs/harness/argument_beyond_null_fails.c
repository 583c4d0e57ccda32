// because: check
// expect: fails pointer_dereference at line 5
int main(int argc, char **argv) {
    if (argc == 2)
        return argv[argc + 1] != 0;
    return 0;
}
