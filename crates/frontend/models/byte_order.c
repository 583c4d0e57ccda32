/*
 * Numbers as they go over a network, most significant byte first (POSIX <arpa/inet.h>); the machine has the least
 * significant byte first.
 */
#include "because.h"

unsigned int htonl(unsigned int x) {
    return __builtin_bswap32(x);
}

unsigned int ntohl(unsigned int x) {
    return __builtin_bswap32(x);
}

unsigned short htons(unsigned short x) {
    return __builtin_bswap16(x);
}

unsigned short ntohs(unsigned short x) {
    return __builtin_bswap16(x);
}
