/*
 * What is asked about files, and done with them, by name (sys/stat.h, unistd.h). There is no file system: each request may
 * be refused, and what is told about a file is anything. Reading a name checks that it is text.
 */
#include "unknown_model.h"

/* On x86-64; elsewhere the structure is smaller, and no more than it has is filled. */
#define STAT_SIZE (sizeof(long) == 8 ? 144 : 88)

struct stat;

static int told(struct stat *result, _Bool refused) {
    if (refused)
        return -1;
    __model_unknown(result, STAT_SIZE);
    return 0;
}

int stat(const char *restrict name, struct stat *restrict result) {
    __model_read_name(name);
    return told(result, REFUSED("stat"));
}

int lstat(const char *restrict name, struct stat *restrict result) {
    __model_read_name(name);
    return told(result, REFUSED("lstat"));
}

int fstat(int descriptor, struct stat *result) {
    (void)descriptor;
    return told(result, REFUSED("fstat"));
}

int fstatat(int directory, const char *restrict name, struct stat *restrict result, int flags) {
    (void)directory;
    (void)flags;
    __model_read_name(name);
    return told(result, REFUSED("fstatat"));
}

int chmod(const char *name, unsigned int mode) {
    (void)mode;
    __model_read_name(name);
    return REFUSED("chmod") ? -1 : 0;
}

int fchmod(int descriptor, unsigned int mode) {
    (void)descriptor;
    (void)mode;
    return REFUSED("fchmod") ? -1 : 0;
}

int chown(const char *name, unsigned int user, unsigned int group) {
    (void)user;
    (void)group;
    __model_read_name(name);
    return REFUSED("chown") ? -1 : 0;
}

int fchown(int descriptor, unsigned int user, unsigned int group) {
    (void)descriptor;
    (void)user;
    (void)group;
    return REFUSED("fchown") ? -1 : 0;
}

unsigned int umask(unsigned int mask) {
    static unsigned int now = 022;
    unsigned int before = now;
    now = mask & 0777;
    return before;
}

int link(const char *old, const char *fresh) {
    __model_read_name(old);
    __model_read_name(fresh);
    return REFUSED("link") ? -1 : 0;
}

int symlink(const char *old, const char *fresh) {
    __model_read_name(old);
    __model_read_name(fresh);
    return REFUSED("symlink") ? -1 : 0;
}

ssize_t readlink(const char *restrict name, char *restrict buf, size_t n) {
    __model_read_name(name);
    if (REFUSED("readlink"))
        return -1;
    int length = __because_input_int("length");
    size_t got = length < 0 || (size_t)length > n ? n : (size_t)length;
    if (got > 0)
        __model_unknown(buf, got);
    return (ssize_t)got;
}

int truncate(const char *name, long length) {
    (void)length;
    __model_read_name(name);
    return REFUSED("truncate") ? -1 : 0;
}

int ftruncate(int descriptor, long length) {
    (void)descriptor;
    (void)length;
    return REFUSED("ftruncate") ? -1 : 0;
}

int fsync(int descriptor) {
    (void)descriptor;
    return REFUSED("fsync") ? -1 : 0;
}

int fdatasync(int descriptor) {
    (void)descriptor;
    return REFUSED("fdatasync") ? -1 : 0;
}

int mkfifo(const char *name, unsigned int mode) {
    (void)mode;
    __model_read_name(name);
    return REFUSED("mkfifo") ? -1 : 0;
}
