// because: check --sign-compare-check
// expect: fails sign_compare at line 11
/* The index of what is not there is -1, and -1 is not below 4 without a sign. */
int nondet_int(void);

int find(int wanted) {
    int table[4] = {3, 1, 4, 5}, found = -1;
    for (int i = 0; i < 4; i++)
        if (table[i] == wanted)
            found = i;
    return found < sizeof table / sizeof table[0];
}

int main(void) { return find(nondet_int()); }
