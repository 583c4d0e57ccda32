// because: check
// expect: fails array_bounds at line 7

int main(int argc, char **argv)
{
    int seen[5];
    seen[argc] = 1;
    return 0;
}
