/*
 * rand and srand (C11 7.22.2), with BSD's random and srandom, which share their state in glibc.
 *
 * The numbers are glibc's: its default additive feedback generator r[i] = r[i-31] + r[i-3] (mod 2^32), of
 * which rand gives the upper 31 bits. The state for seed 1 is written out, so that a program that never calls
 * srand costs no loop. C promises none of this, so an engine that speaks of all runs may ask for any number
 * instead. rand_r is glibc's separate little generator, three steps of a linear congruence.
 */
#include "because.h"

#define DEGREE 31
#define SEPARATION 3

static unsigned int state[DEGREE] = {
    0x991539b1u, 0x16a5bce3u, 0x6774a4cdu, 0x3e01511eu, 0x4e508aaau, 0x61048c05u,
    0xf5500617u, 0x846b7115u, 0x6a19892cu, 0x896a97afu, 0xdb48f936u, 0x14898454u,
    0x37ffd106u, 0xb58bff9cu, 0x59e17104u, 0xcf918a49u, 0x09378c83u, 0x52c7a471u,
    0x8d293ea9u, 0x1f4fc301u, 0xc3db71beu, 0x39b44e1cu, 0xf8a44ef9u, 0x4c8b80b1u,
    0x19edc328u, 0x87bf4bddu, 0xc9b240e5u, 0xe9ee4b1bu, 0x4382aee7u, 0x535b6b41u,
    0xf3bec5dau,
};
static int front = SEPARATION;
static int rear;

static int next(void) {
    if (__because_random_input()) {
        int any = __because_input_int("rand");
        __because_assume(any >= 0);
        return any;
    }
    state[front] += state[rear];
    int result = (int)(state[front] >> 1);
    front = front + 1 == DEGREE ? 0 : front + 1;
    rear = rear + 1 == DEGREE ? 0 : rear + 1;
    return result;
}

/* Fills the state by the minimal standard generator and throws the first ten rounds away. */
static void seed(unsigned int start) {
    if (__because_random_input())
        return;
    int word = start == 0 ? 1 : (int)start;
    state[0] = (unsigned int)word;
    for (int i = 1; i < DEGREE; i++) {
        long long product = 16807LL * (word % 127773) - 2836LL * (word / 127773);
        word = (int)(product < 0 ? product + 2147483647 : product);
        state[i] = (unsigned int)word;
    }
    front = SEPARATION;
    rear = 0;
    for (int i = 0; i < 10 * DEGREE; i++)
        next();
}

int rand(void) {
    return next();
}

void srand(unsigned int start) {
    seed(start);
}

long random(void) {
    return next();
}

void srandom(unsigned int start) {
    seed(start);
}

int rand_r(unsigned int *start) {
    unsigned int n = *start;
    n = n * 1103515245u + 12345u;
    unsigned int result = n / 65536u % 2048u;
    n = n * 1103515245u + 12345u;
    result = (result << 10) ^ (n / 65536u % 1024u);
    n = n * 1103515245u + 12345u;
    result = (result << 10) ^ (n / 65536u % 1024u);
    *start = n;
    return (int)result;
}
