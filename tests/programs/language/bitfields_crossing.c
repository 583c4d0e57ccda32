// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

struct crossing {
    unsigned char a : 5;
    unsigned char b : 5;
    unsigned short c : 10;
    unsigned short d : 10;
    unsigned long long e : 33;
    unsigned long long f : 31;
};

int main(void) {
    struct crossing s;
    memset(&s, 0, sizeof s);
    s.a = 31;
    s.b = 17;
    s.c = 1023;
    s.d = 513;
    s.e = 0x1ffffffffULL;
    s.f = 0x55555555 & 0x7fffffff;
    printf("%zu %u %u %u %u %llx %llx\n", sizeof s, s.a, s.b, s.c, s.d, (unsigned long long)s.e,
           (unsigned long long)s.f);
    unsigned char bytes[sizeof s];
    memcpy(bytes, &s, sizeof s);
    unsigned sum = 0;
    for (unsigned i = 0; i < sizeof s; i++)
        sum = sum * 31 + bytes[i];
    printf("%u\n", sum);
    return 0;
}
