// fault: line 51
#include <assert.h>

int nondet_int(void);

enum state { IDLE, SENT, WAITING, CONNECTED, CLOSING, BROKEN };
enum event { OPEN, ACK, DATA, TIMEOUT, CLOSE, RESET };

#define MAX_RETRIES 2

struct session {
    enum state state;
    int retries;
    int received;
    int acknowledged;
};

static void fail(struct session *s)
{
    s->state = BROKEN;
    s->retries = 0;
}

static void handle(struct session *s, enum event e)
{
    if (e == RESET) {
        fail(s);
        return;
    }
    switch (s->state) {
    case IDLE:
        if (e == OPEN) {
            s->state = SENT;
            s->retries = 0;
        }
        break;
    case SENT:
        if (e == ACK)
            s->state = CONNECTED;
        else if (e == TIMEOUT)
            s->state = WAITING;
        break;
    case WAITING:
        if (e == ACK)
            s->state = CONNECTED;
        else if (e == TIMEOUT) {
            s->retries++;
            if (s->retries > MAX_RETRIES)
                fail(s);
            else
                s->state = CONNECTED;
        }
        break;
    case CONNECTED:
        if (e == DATA) {
            s->received++;
        } else if (e == ACK) {
            s->acknowledged++;
        } else if (e == CLOSE) {
            s->state = CLOSING;
        }
        break;
    case CLOSING:
        if (e == ACK)
            s->state = IDLE;
        else if (e == TIMEOUT)
            fail(s);
        break;
    case BROKEN:
        break;
    }
}

int main(void)
{
    struct session s = {IDLE, 0, 0, 0};
    int i, acks = 0, opened = 0;
    for (i = 0; i < 5; i++) {
        int e = nondet_int();
        __CPROVER_assume(e >= OPEN && e <= RESET);
        if (e == ACK)
            acks++;
        if (e == OPEN)
            opened++;
        handle(&s, (enum event)e);
        if (s.state == CONNECTED)
            assert(acks > 0);
        if (s.state != IDLE && s.state != BROKEN)
            assert(opened > 0);
        assert(s.received + s.acknowledged <= i);
        assert(s.retries <= MAX_RETRIES);
    }
    return 0;
}
