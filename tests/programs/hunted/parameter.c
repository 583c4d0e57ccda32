// because: check --stop-on-fail --function insert
// expect: fails array_bounds at line 12
// What is hunted may also be a function with parameters and globals.
static int used, keys[4];
int nondet_int(void);

void insert(int count, unsigned seed)
{
    used = 0;
    for (int i = 0; i < count && i < 100000; i++) {
        seed = seed * 1103515245u + 12345u;
        if (seed % 7 == 3) keys[used++] = (int)seed;
    }
}
