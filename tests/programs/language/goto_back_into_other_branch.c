// because: check
// expect: fails assertion at line 16
/* A jump back to a label that no run has come to yet is no endless loop. */
int nondet_int(void);

int main(void)
{
    int taken = 0, x = 1;
    if (taken) {
    back:
        x = 2;
    } else {
        x = 3;
        goto back;
    }
    __CPROVER_assert(x != 2, "the label is reached by the jump back");
    return 0;
}
