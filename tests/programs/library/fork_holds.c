// because: check
// expect: holds
#include <assert.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    if (pipe(ends) < 0)
        return 1;
    assert(ends[0] != ends[1]);
    pid_t child = fork();
    if (child < 0)
        return 1;
    if (child == 0) {
        close(ends[0]);
        execlp("true", "true", (char *)0);
        _exit(127);
    }
    int status;
    close(ends[1]);
    if (wait(&status) > 0)
        assert(child > 0);
    return 0;
}
