// because: run
// expect: fails pointer_primitive at line 8
#include <stdio.h>
#include <string.h>

int main(void) {
    int a[4];
    memset(NULL, 0, sizeof a); /* fails */
    a[3] = 0;
    printf("%d\n", a[3]);
    return 0;
}
