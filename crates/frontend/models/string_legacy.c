/*
 * strings.h: the BSD names index and rindex for strchr and strrchr, and ffs. In a file of their own because
 * programs like to use these names for other things.
 */
#include "string_model.h"

FIRST_CHARACTER(index)
LAST_CHARACTER(rindex)

int ffs(int word) {
    return __builtin_ffs(word);
}

int ffsl(long word) {
    return __builtin_ffsl(word);
}

int ffsll(long long word) {
    return __builtin_ffsll(word);
}
