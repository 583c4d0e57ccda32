// because: check --unwind 5
// expect: fails unwind at line 4
int main(void) {
    for (int i = 0; i < 5; i++)
        ;
}
