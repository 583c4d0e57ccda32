// because: check
// expect: exit 6
int main(void) {
    unsigned __CPROVER_bitvector[3] x = 7;
    x++;
    assert(x == 0);
}
