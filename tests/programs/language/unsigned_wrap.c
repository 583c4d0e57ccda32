// because: run
// expect: same-as-cc
#include <stdint.h>
#include <stdio.h>

int main(void) {
    unsigned u = 0;
    u--;
    printf("%u %u %u\n", u, u + 2, u * u);
    uint8_t b = 250;
    uint16_t h = 65530;
    uint64_t w = UINT64_MAX;
    for (int i = 0; i < 10; i++) {
        b++;
        h++;
        w++;
    }
    printf("%u %u %llu\n", b, h, (unsigned long long)w);
    unsigned hash = 2166136261u;
    for (const char *p = "wrap around"; *p; p++)
        hash = (hash ^ (unsigned char)*p) * 16777619u;
    printf("%u\n", hash);
    uint64_t state = 1;
    for (int i = 0; i < 100; i++)
        state = state * 6364136223846793005ULL + 1442695040888963407ULL;
    printf("%llu %u\n", (unsigned long long)state, -5u);
    return 0;
}
