/*
 * Sets of signals. No signal comes from outside, so blocking some changes nothing but what is told of it later.
 */
#include "because.h"

#define WORDS (128 / sizeof(unsigned long))
#define BITS (8 * sizeof(unsigned long))

typedef struct {
    unsigned long word[WORDS];
} set_type;

static set_type blocked;

static _Bool is_signal(int number) {
    if (number > 0 && number < 65)
        return 1;
    errno = EINVAL;
    return 0;
}

int sigemptyset(set_type *set) {
    for (size_t i = 0; i < WORDS; i++)
        set->word[i] = 0;
    return 0;
}

int sigfillset(set_type *set) {
    for (size_t i = 0; i < WORDS; i++)
        set->word[i] = ~0ul;
    return 0;
}

int sigaddset(set_type *set, int number) {
    if (!is_signal(number))
        return -1;
    set->word[(size_t)(number - 1) / BITS] |= 1ul << (size_t)(number - 1) % BITS;
    return 0;
}

int sigdelset(set_type *set, int number) {
    if (!is_signal(number))
        return -1;
    set->word[(size_t)(number - 1) / BITS] &= ~(1ul << (size_t)(number - 1) % BITS);
    return 0;
}

int sigismember(const set_type *set, int number) {
    if (!is_signal(number))
        return -1;
    return (int)(set->word[(size_t)(number - 1) / BITS] >> (size_t)(number - 1) % BITS & 1);
}

int sigprocmask(int how, const set_type *restrict set, set_type *restrict old) {
    set_type before = blocked;
    if (set != NULL) {
        if (how < 0 || how > 2) {
            errno = EINVAL;
            return -1;
        }
        for (size_t i = 0; i < WORDS; i++)
            blocked.word[i] = how == 0   ? before.word[i] | set->word[i]
                              : how == 1 ? before.word[i] & ~set->word[i]
                                         : set->word[i];
    }
    if (old != NULL)
        *old = before;
    return 0;
}
