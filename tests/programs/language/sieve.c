// because: run
// expect: same-as-cc
#include <stdio.h>

static unsigned char composite[10001];

int main(void) {
    int count = 0, last = 0;
    for (int i = 2; i <= 10000; i++) {
        if (composite[i])
            continue;
        count++;
        last = i;
        for (int j = i * i; i <= 100 && j <= 10000; j += i)
            composite[j] = 1;
    }
    printf("%d %d\n", count, last);
    return 0;
}
