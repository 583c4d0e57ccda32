// because: check --unwind 5
// expect: exit 10
int main(void) {
    for (int i = 0; i < 5; i++)
        ;
}
