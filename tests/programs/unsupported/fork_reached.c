// because: run
// expect: fails unsupported at line 7
#include <stdio.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) /* fails */
        return 1;
    return 0;
}
