// because: run
// expect: exit 0
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    time_t a = time(NULL), stored, b = time(&stored);
    clock_t c = clock(), d = clock();
    if (a == -1 || b == -1)
        return 0;
    assert(a >= 0 && b >= a && b == stored);
    assert(d >= c);
    assert(getenv("PATH") == NULL);
    printf("clocks do not go back\n");
    return 0;
}
