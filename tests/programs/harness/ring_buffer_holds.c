// because: check
// expect: holds
#include <assert.h>
unsigned char nondet_uchar(void); int nondet_int(void);
#define CAP 4
static unsigned char buf[CAP]; static unsigned head, tail, count;
static int push(unsigned char c) {
    if (count == CAP) return 0;
    buf[tail] = c;
    tail = (tail + 1) % CAP;
    count++;
    return 1;
}
static int pop(unsigned char *c) {
    if (!count) return 0;
    *c = buf[head];
    head = (head + 1) % CAP;
    count--;
    return 1;
}
int main(void) {
    unsigned char model[16];
    unsigned mh = 0, mt = 0;
    for (int i = 0; i < 10; i++) {
        if (nondet_int()) {
            unsigned char c = nondet_uchar();
            if (push(c)) model[mt++] = c;
        } else {
            unsigned char c;
            if (pop(&c)) assert(c == model[mh++]);
        }
        assert(count == mt - mh);
    }
}
