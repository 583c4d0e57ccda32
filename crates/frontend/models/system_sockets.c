/*
 * Sockets, and waiting for descriptors (sys/socket.h, poll.h, sys/select.h). There is no network: each request may be refused,
 * and what arrives is anything.
 */
#include "unknown_model.h"

struct sockaddr;
struct pollfd;
struct timeval;
struct timespec;
typedef unsigned int socklen_t;

int __model_open_descriptor(int answer);

/* Some of n bytes. */
static ssize_t part_of(size_t n, int answer) {
    if (answer < 0)
        return -1;
    return (size_t)answer > n ? (ssize_t)n : answer;
}

static ssize_t received(void *buf, size_t n, _Bool refused) {
    if (refused)
        return -1;
    ssize_t got = part_of(n, __because_input_int("length") & INT_MAX);
    if (got > 0)
        __model_unknown(buf, (size_t)got);
    return got;
}

static ssize_t sent(const void *buf, size_t n, _Bool refused) {
    if (n > 0)
        __because_check(__because_readable(buf, n), "the bytes that are sent can be read");
    return refused ? -1 : part_of(n, __because_input_int("length") & INT_MAX);
}

/* An address of the other side, of which as much is written as there is room for. */
static void told(struct sockaddr *address, socklen_t *length) {
    if (address == NULL || length == NULL)
        return;
    if (*length > 0)
        __model_unknown(address, *length);
    int size = __because_input_int("address length");
    *length = size < 0 || size > 128 ? 16 : (socklen_t)size;
}

static void given(const struct sockaddr *address, socklen_t length) {
    if (length > 0)
        __because_check(__because_readable(address, length), "the address can be read");
}

int socket(int domain, int type, int protocol) {
    (void)domain;
    (void)type;
    (void)protocol;
    return __model_open_descriptor(__because_input_int("socket"));
}

int socketpair(int domain, int type, int protocol, int result[2]) {
    (void)domain;
    (void)type;
    (void)protocol;
    if (REFUSED("socketpair"))
        return -1;
    int first = __model_open_descriptor(0);
    int second = __model_open_descriptor(0);
    if (first < 0 || second < 0)
        return -1;
    result[0] = first;
    result[1] = second;
    return 0;
}

int bind(int descriptor, const struct sockaddr *address, socklen_t length) {
    (void)descriptor;
    given(address, length);
    return REFUSED("bind") ? -1 : 0;
}

int connect(int descriptor, const struct sockaddr *address, socklen_t length) {
    (void)descriptor;
    given(address, length);
    return REFUSED("connect") ? -1 : 0;
}

int listen(int descriptor, int length) {
    (void)descriptor;
    (void)length;
    return REFUSED("listen") ? -1 : 0;
}

int accept(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length) {
    (void)descriptor;
    int fresh = __model_open_descriptor(__because_input_int("accept"));
    if (fresh >= 0)
        told(address, length);
    return fresh;
}

int shutdown(int descriptor, int how) {
    (void)descriptor;
    (void)how;
    return REFUSED("shutdown") ? -1 : 0;
}

ssize_t recv(int descriptor, void *buf, size_t n, int flags) {
    (void)descriptor;
    (void)flags;
    return received(buf, n, REFUSED("recv"));
}

ssize_t recvfrom(int descriptor, void *restrict buf, size_t n, int flags, struct sockaddr *restrict address,
                 socklen_t *restrict length) {
    (void)descriptor;
    (void)flags;
    ssize_t got = received(buf, n, REFUSED("recvfrom"));
    if (got >= 0)
        told(address, length);
    return got;
}

ssize_t send(int descriptor, const void *buf, size_t n, int flags) {
    (void)descriptor;
    (void)flags;
    return sent(buf, n, REFUSED("send"));
}

ssize_t sendto(int descriptor, const void *buf, size_t n, int flags, const struct sockaddr *address, socklen_t length) {
    (void)descriptor;
    (void)flags;
    given(address, length);
    return sent(buf, n, REFUSED("sendto"));
}

int setsockopt(int descriptor, int level, int name, const void *value, socklen_t length) {
    (void)descriptor;
    (void)level;
    (void)name;
    if (length > 0)
        __because_check(__because_readable(value, length), "the option's value can be read");
    return REFUSED("setsockopt") ? -1 : 0;
}

int getsockopt(int descriptor, int level, int name, void *restrict value, socklen_t *restrict length) {
    (void)descriptor;
    (void)level;
    (void)name;
    if (REFUSED("getsockopt"))
        return -1;
    if (*length > 0)
        __model_unknown(value, *length);
    return 0;
}

int getsockname(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length) {
    (void)descriptor;
    if (REFUSED("getsockname"))
        return -1;
    told(address, length);
    return 0;
}

int getpeername(int descriptor, struct sockaddr *restrict address, socklen_t *restrict length) {
    (void)descriptor;
    if (REFUSED("getpeername"))
        return -1;
    told(address, length);
    return 0;
}

/* At most so many descriptors are ready. */
static int ready(int most, int answer) {
    return answer < 0 ? 0 : answer > most ? most : answer;
}

/* What is ready is a part of what was asked about. Returns whether something was. */
static int answered(unsigned char *set) {
    unsigned char any[128];
    if (set == NULL)
        return 0;
    __model_unknown(any, sizeof any);
    for (size_t i = 0; i < sizeof any; i++)
        set[i] &= any[i];
    return 1;
}

int select(int most, void *restrict reads, void *restrict writes, void *restrict errors, struct timeval *restrict timeout) {
    (void)timeout;
    if (REFUSED("select"))
        return -1;
    int sets = answered(reads) + answered(writes) + answered(errors);
    most = most < 0 ? 0 : most > 1024 ? 1024 : most;
    return ready(sets * most, __because_input_int("ready"));
}

int poll(struct pollfd *descriptors, unsigned long count, int timeout) {
    (void)timeout;
    if (REFUSED("poll"))
        return -1;
    for (unsigned long i = 0; i < count; i++)
        __model_unknown((char *)descriptors + 8 * i + 6, 2);
    return ready(count > INT_MAX ? INT_MAX : (int)count, __because_input_int("ready"));
}
