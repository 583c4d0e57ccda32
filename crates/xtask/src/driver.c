/* Feeds a compiled program with one row of inputs after the other, each in a process of its own, and writes what each did:
   a line `run STATUS OUT ERR` with the lengths of its two outputs, then these. Arguments: the rows, as numbers between commas. */
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

int torture_main(void);

static char *next_value;

int nondet_int(void) {
    if (!*next_value)
        return 0;
    int value = (int)strtol(next_value, &next_value, 10);
    if (*next_value == ',')
        next_value++;
    return value;
}

static void leave(const char *word, unsigned line) {
    fflush(0);
    dprintf(2, "\ntorture: %s %u\n", word, line);
    _exit(99);
}

void __CPROVER_assume(int holds) {
    if (!holds)
        leave("assumption", 0);
}

void __assert_fail(const char *text, const char *file, unsigned line, const char *function) {
    leave("assertion", line);
}

static void copy(int from, long length) {
    char buffer[4096];
    lseek(from, 0, SEEK_SET);
    while (length > 0) {
        long part = read(from, buffer, length < 4096 ? length : 4096);
        if (part <= 0)
            return;
        fwrite(buffer, 1, part, stdout);
        length -= part;
    }
}

int main(int argc, char **argv) {
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    for (int row = 1; row < argc; row++) {
        int out = memfd_create("out", 0), err = memfd_create("err", 0);
        fflush(stdout);
        pid_t child = fork();
        if (child == 0) {
            dup2(out, 1);
            dup2(err, 2);
            alarm(5);
            next_value = argv[row];
            exit(torture_main());
        }
        int status = 0;
        if (child < 0 || waitpid(child, &status, 0) < 0)
            return 1;
        long lengths[2] = {lseek(out, 0, SEEK_END), lseek(err, 0, SEEK_END)};
        for (int i = 0; i < 2; i++)
            if (lengths[i] > 65536)
                lengths[i] = 65536;
        printf("run %d %ld %ld\n", WIFSIGNALED(status) ? 256 + WTERMSIG(status) : WEXITSTATUS(status), lengths[0], lengths[1]);
        copy(out, lengths[0]);
        copy(err, lengths[1]);
        close(out);
        close(err);
    }
    return 0;
}
