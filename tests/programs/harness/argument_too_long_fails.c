// because: check
// expect: fails pointer_dereference at line 10
// An argument may be longer than any buffer of this size.

int main(int argc, char **argv)
{
    char name[64], *to = name;
    if (argc > 1)
        for (char *from = argv[1]; *from; from++)
            *to++ = *from;
    return 0;
}
