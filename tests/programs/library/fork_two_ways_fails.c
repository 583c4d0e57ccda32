// because: check
// expect: fails assertion at line 15
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int shared;

int main(void) {
    pid_t child = fork();
    if (child == 0)
        shared = 1;
    if (child > 0)
        wait(0);
    assert(shared == 0);
    return 0;
}
