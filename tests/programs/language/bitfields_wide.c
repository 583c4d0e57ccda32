// because: run
// expect: same-as-cc
// A bit-field wider than int is as wide as it says: unsigned results lose what passes its width.
#include <stdio.h>

struct packet {
    unsigned long long address : 50;
    long long delta : 40;
    unsigned long long count : 33;
};

int main(void)
{
    struct packet p = {0x3ffffffffffffULL, -5, 1};
    unsigned long long r = p.address << 14;
    printf("%llx\n", r);
    r = p.address + 1;
    printf("%llx\n", r);
    r = ~p.address;
    printf("%llx\n", r);
    r = -p.count;
    printf("%llx\n", r);
    r = p.address * p.address;
    printf("%llx\n", r);
    r = (p.address + 0ULL) << 14;
    printf("%llx\n", r);
    printf("%d %d\n", p.address > -1, p.delta < 0);
    printf("%lld %lld\n", (long long)(p.delta * 2), (long long)(p.delta >> 1));
    p.address += 5;
    p.count--;
    p.count--;
    printf("%llx %llx\n", (unsigned long long)p.address, (unsigned long long)p.count);
    r = p.address - p.count++;
    printf("%llx %d\n", r, p.count == 0);
    int minus = -1;
    r = p.address & minus;
    printf("%llx %g\n", r, (double)p.address);
    return p.count && p.address ? 1 : 2;
}
