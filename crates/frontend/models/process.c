/*
 * Other processes are not modelled.
 */
#include "because.h"

int fork(void) {
    __because_unsupported("fork");
    return -1;
}

int vfork(void) {
    __because_unsupported("vfork");
    return -1;
}

int execl(const char *path, const char *argument, ...) {
    (void)path;
    (void)argument;
    __because_unsupported("execl");
    return -1;
}

int execlp(const char *file, const char *argument, ...) {
    (void)file;
    (void)argument;
    __because_unsupported("execlp");
    return -1;
}

int execv(const char *path, char *const arguments[]) {
    (void)path;
    (void)arguments;
    __because_unsupported("execv");
    return -1;
}

int execvp(const char *file, char *const arguments[]) {
    (void)file;
    (void)arguments;
    __because_unsupported("execvp");
    return -1;
}

int execve(const char *path, char *const arguments[], char *const environment[]) {
    (void)path;
    (void)arguments;
    (void)environment;
    __because_unsupported("execve");
    return -1;
}

int wait(int *status) {
    (void)status;
    __because_unsupported("wait");
    return -1;
}

int waitpid(int process, int *status, int options) {
    (void)process;
    (void)status;
    (void)options;
    __because_unsupported("waitpid");
    return -1;
}

int system(const char *command) {
    for (size_t i = 0; command != NULL && command[i] != '\0'; i++) {
    }
    if (!__because_random_input())
        __because_unsupported("system");
    return __because_input_int("system");
}

int kill(int process, int signal) {
    (void)process;
    (void)signal;
    __because_unsupported("kill");
    return -1;
}
