/*
 * nl_langinfo (POSIX): what the locale "C" says of letters and numbers. The numbers of the questions are glibc's.
 */
#include "because.h"

#define CODESET 14
#define RADIXCHAR 0x10000
#define THOUSEP 0x10001
#define YESEXPR 0x50000
#define NOEXPR 0x50001

char *nl_langinfo(int item) {
    switch (item) {
    case CODESET:
        return "ANSI_X3.4-1968";
    case RADIXCHAR:
        return ".";
    case THOUSEP:
        return "";
    case YESEXPR:
        return "^[yY]";
    case NOEXPR:
        return "^[nN]";
    default:
        __because_unsupported("nl_langinfo of this item");
        return "";
    }
}
