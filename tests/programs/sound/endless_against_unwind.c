// because: check --unwind 3
// expect: exit 10
// A loop that does nothing new has no end within any bound.
int main(void)
{
    while (1)
        ;
    return 0;
}
