// because: check
// expect: holds
// A pointer that was never written is any address; copying it and comparing it with null or another such pointer says
// nothing about the program's objects.
struct pair {
    int number;
    char *text;
};

struct pair nondet_pair(void);

int main(void) {
    char *p, *q;
    int seen = 0;
    if (p)
        seen = 1;
    __CPROVER_assert(seen == (p != 0), "null or not");
    if (p == q)
        __CPROVER_assert(q == p, "equal both ways");
    struct pair a = nondet_pair();
    struct pair b = a;
    __CPROVER_assert(a.number == b.number && a.text == b.text, "a copy is equal");
    unsigned long address = (unsigned long)p;
    __CPROVER_assert((char *)address == p, "there and back");
    return 0;
}
