/*
 * File descriptors beyond the standard three, processes and the file system are not modelled: reaching one
 * of these is reported as not supported.
 */
#include "because.h"

int open(const char *name, int flags, ...) {
    (void)name;
    (void)flags;
    __because_unsupported("open");
    return -1;
}

int open64(const char *name, int flags, ...) {
    (void)name;
    (void)flags;
    __because_unsupported("open64");
    return -1;
}

int creat(const char *name, unsigned int mode) {
    (void)name;
    (void)mode;
    __because_unsupported("creat");
    return -1;
}

int close(int descriptor) {
    (void)descriptor;
    __because_unsupported("close");
    return -1;
}

long lseek(int descriptor, long offset, int origin) {
    (void)descriptor;
    (void)offset;
    (void)origin;
    __because_unsupported("lseek");
    return -1;
}

int dup(int descriptor) {
    (void)descriptor;
    __because_unsupported("dup");
    return -1;
}

int dup2(int descriptor, int fresh) {
    (void)descriptor;
    (void)fresh;
    __because_unsupported("dup2");
    return -1;
}

int pipe(int descriptors[2]) {
    (void)descriptors;
    __because_unsupported("pipe");
    return -1;
}

int access(const char *name, int mode) {
    (void)name;
    (void)mode;
    __because_unsupported("access");
    return -1;
}

int unlink(const char *name) {
    (void)name;
    __because_unsupported("unlink");
    return -1;
}

int rmdir(const char *name) {
    (void)name;
    __because_unsupported("rmdir");
    return -1;
}

int mkdir(const char *name, unsigned int mode) {
    (void)name;
    (void)mode;
    __because_unsupported("mkdir");
    return -1;
}

int chdir(const char *name) {
    (void)name;
    __because_unsupported("chdir");
    return -1;
}

char *getcwd(char *buf, size_t n) {
    (void)buf;
    (void)n;
    __because_unsupported("getcwd");
    return NULL;
}
