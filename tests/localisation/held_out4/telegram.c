// fault: line 60
/* Telegrams on a bus: start, length, payload, checksum; the receiver resynchronises on errors. */
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

uint8_t nondet_uint8_t(void);

#define START 0x7e
#define MOST 3

enum state { WAIT, LENGTH, PAYLOAD, CHECK };

struct receiver {
    enum state state;
    uint8_t length;
    uint8_t got;
    uint8_t sum;
    uint8_t data[MOST];
    int good;
    int bad;
};

static void reset(struct receiver *r)
{
    r->state = WAIT;
    r->length = 0;
    r->got = 0;
    r->sum = 0;
}

static void receive(struct receiver *r, uint8_t byte)
{
    switch (r->state) {
    case WAIT:
        if (byte == START)
            r->state = LENGTH;
        break;
    case LENGTH:
        if (byte == 0 || byte > MOST) {
            r->bad++;
            reset(r);
            break;
        }
        r->length = byte;
        r->sum = byte;
        r->state = PAYLOAD;
        break;
    case PAYLOAD:
        r->data[r->got++] = byte;
        r->sum = r->sum + byte;
        if (r->got == r->length)
            r->state = CHECK;
        break;
    case CHECK:
        if (byte == r->sum)
            r->good++;
        else
            r->bad++;
        r->state = WAIT;
        break;
    }
}

static uint8_t checksum(const uint8_t *data, uint8_t length)
{
    uint8_t sum = length;
    for (uint8_t i = 0; i < length; i++)
        sum += data[i];
    return sum;
}

static void send(struct receiver *r, const uint8_t *data, uint8_t length)
{
    receive(r, START);
    receive(r, length);
    for (uint8_t i = 0; i < length; i++)
        receive(r, data[i]);
    receive(r, checksum(data, length));
}

int main(void)
{
    struct receiver r = {0};
    uint8_t first[2], second[1];
    uint8_t noise = nondet_uint8_t();
    for (int i = 0; i < 2; i++)
        first[i] = nondet_uint8_t();
    second[0] = nondet_uint8_t();
    __CPROVER_assume(noise != START);
    reset(&r);
    receive(&r, noise);
    send(&r, second, 1);
    assert(r.good == 1);
    send(&r, first, 2);
    assert(r.good == 2);
    return 0;
}
