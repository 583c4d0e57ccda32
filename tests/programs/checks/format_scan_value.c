// because: run
// expect: fails format at line 8
// stdin: 5
#include <stdio.h>

int main(void) {
    int n = 0;
    scanf("%d", n);
    return n;
}
