/*
 * Directories (dirent.h): any number of entries, of any names. A directory that is closed is memory that is freed.
 */
#include "unknown_model.h"

typedef struct __dirstream DIR;
struct dirent;

#define ENTRY_SIZE 280

DIR *opendir(const char *name) {
    __model_read_name(name);
    return REFUSED("opendir") ? NULL : (DIR *)__because_allocate(1, 16);
}

struct dirent *readdir(DIR *directory) {
    static _Alignas(16) unsigned char entry[ENTRY_SIZE];
    (void)*(volatile char *)directory;
    if (__because_input_int("readdir") == 0)
        return NULL;
    __model_unknown(entry, ENTRY_SIZE);
    /* The name, which stands last, ends. */
    entry[ENTRY_SIZE - 1] = 0;
    return (struct dirent *)entry;
}

int closedir(DIR *directory) {
    __because_check_free(__because_freeable(directory), "the directory is open");
    __because_free(directory);
    return 0;
}
