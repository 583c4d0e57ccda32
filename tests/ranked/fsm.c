#include <assert.h>
enum state { IDLE, ARMED, FIRING, SAFE };
enum event { ARM, FIRE, DONE, ABORT };
int nondet_int(void);
static enum state step(enum state s, enum event e) {
    switch (s) {
    case IDLE: return e == ARM ? ARMED : s;
    case ARMED: if (e == FIRE) return FIRING; return e == ABORT ? SAFE : s;
    case FIRING: if (e == ABORT) return SAFE; return e == DONE ? IDLE : s;
    case SAFE: return e == FIRE ? FIRING : s; /* the fault */
    }
    return s;
}
int main(void) {
    enum state s = IDLE;
    int aborted = 0;
    for (int i = 0; i < 5; i++) {
        int e = nondet_int();
        __CPROVER_assume(e >= 0 && e <= 3);
        enum state before = s;
        s = step(s, (enum event)e);
        if (before != IDLE && e == ABORT) aborted = 1;
        assert(!(aborted && s == FIRING));
    }
}
