/*
 * Other processes. Where every run is considered, a run goes on in the child or in the parent, which an input says: the two
 * share no memory, and what one learns of the other is an input. Where one run is executed, reaching one of these is
 * reported as not supported.
 */
#include "unknown_model.h"

/* What becomes of a request: an input of that name says. */
#define ANSWER(what) (__because_random_input() ? __because_input_int(what) : (__because_unsupported(what), -1))

static int forked(int answer) {
    if (answer >= 0)
        return answer;
    __model_refused();
    return -1;
}

int fork(void) {
    return forked(ANSWER("fork"));
}

int vfork(void) {
    return forked(ANSWER("vfork"));
}

/* Another program takes over, or it does not. */
static int replaced(const char *name, int answer) {
    __model_read_name(name);
    if (answer >= 0)
        __because_halt_now(0);
    __model_refused();
    return -1;
}

int execl(const char *path, const char *argument, ...) {
    (void)argument;
    return replaced(path, ANSWER("execl"));
}

int execlp(const char *file, const char *argument, ...) {
    (void)argument;
    return replaced(file, ANSWER("execlp"));
}

int execv(const char *path, char *const arguments[]) {
    (void)arguments;
    return replaced(path, ANSWER("execv"));
}

int execvp(const char *file, char *const arguments[]) {
    (void)arguments;
    return replaced(file, ANSWER("execvp"));
}

int execve(const char *path, char *const arguments[], char *const environment[]) {
    (void)arguments;
    (void)environment;
    return replaced(path, ANSWER("execve"));
}

static int waited(int answer, int *status) {
    if (answer < 0) {
        __model_refused();
        return -1;
    }
    if (status != NULL)
        *status = __because_input_int("status");
    return answer;
}

int wait(int *status) {
    int answer = ANSWER("wait");
    return waited(answer == 0 ? 1 : answer, status);
}

int waitpid(int process, int *status, int options) {
    (void)process;
    int answer = ANSWER("waitpid");
    return waited(answer == 0 && !(options & 1) ? 1 : answer, status);
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
