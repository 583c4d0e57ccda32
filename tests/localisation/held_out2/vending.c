// fault: line 74
#include <assert.h>

int nondet_int(void);

enum state { IDLE, PAYING, SERVING, REFUNDING };
enum event { COIN_10, COIN_50, SELECT, CANCEL, DONE };

struct machine {
    enum state state;
    int credit;
    int taken;
    int returned;
    int stock;
    int price;
};

static int value(enum event e)
{
    switch (e) {
    case COIN_10:
        return 10;
    case COIN_50:
        return 50;
    default:
        return 0;
    }
}

static void pay(struct machine *m, enum event e)
{
    m->credit += value(e);
    m->taken += value(e);
    m->state = PAYING;
}

static void serve(struct machine *m)
{
    if (m->stock == 0) {
        m->state = REFUNDING;
        return;
    }
    if (m->credit < m->price)
        return;
    m->credit -= m->price;
    m->stock--;
    m->state = SERVING;
}

static void refund(struct machine *m)
{
    m->returned += m->credit;
    m->credit = 0;
    m->state = IDLE;
}

static void step(struct machine *m, enum event e)
{
    switch (m->state) {
    case IDLE:
        if (e == COIN_10 || e == COIN_50)
            pay(m, e);
        break;
    case PAYING:
        if (e == SELECT)
            serve(m);
        else if (e == CANCEL)
            m->state = REFUNDING;
        else if (e != DONE)
            pay(m, e);
        break;
    case SERVING:
        if (e == DONE)
            m->state = IDLE;
        break;
    case REFUNDING:
        if (e == DONE)
            refund(m);
        break;
    }
}

int main(void)
{
    struct machine m = {IDLE, 0, 0, 0, 0, 0};
    int i, initial;

    m.price = nondet_int();
    initial = nondet_int();
    __CPROVER_assume(m.price >= 10 && m.price <= 60 && m.price % 10 == 0);
    __CPROVER_assume(initial >= 0 && initial <= 3);
    m.stock = initial;
    for (i = 0; i < 5; i++) {
        int e = nondet_int();
        __CPROVER_assume(e >= COIN_10 && e <= DONE);
        step(&m, (enum event)e);
        assert(m.credit >= 0);
        assert(m.stock >= 0);
        assert(m.taken == m.credit + m.returned + m.price * (initial - m.stock));
        if (m.state == IDLE)
            assert(m.credit == 0);
    }
    return 0;
}
