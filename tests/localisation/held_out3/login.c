// fault: line 50, 51
#include <assert.h>
#include <stdbool.h>

int nondet_int(void);
bool nondet_bool(void);

#define MOST_TRIES 3
#define LOCK_TIME 5

enum state { OUT, IN, LOCKED };

struct account {
    enum state state;
    int tries;
    int locked_at;
    int idle;
};

static int now;

static void tick(struct account *a)
{
    now++;
    if (a->state == IN) {
        a->idle++;
        if (a->idle > 2)
            a->state = OUT;
    }
    if (a->state == LOCKED && now - a->locked_at >= LOCK_TIME) {
        a->state = OUT;
        a->tries = 0;
    }
}

static void wrong(struct account *a)
{
    a->tries++;
    if (a->tries >= MOST_TRIES) {
        a->state = LOCKED;
        a->locked_at = now;
    }
}

static void login(struct account *a, bool right)
{
    if (a->state != OUT)
        return;
    if (right) {
        a->state = IN;
        a->idle = 0;
    } else {
        wrong(a);
    }
}

static void act(struct account *a)
{
    if (a->state == IN)
        a->idle = 0;
}

int main(void)
{
    struct account a = {OUT, 0, 0, 0};
    int i, fails = 0;
    for (i = 0; i < 7; i++) {
        bool right = nondet_bool();
        enum state before;
        tick(&a);
        before = a.state;
        if (nondet_bool()) {
            act(&a);
            continue;
        }
        login(&a, right);
        if (before == OUT) {
            fails = right ? 0 : fails + 1;
            assert(right == (a.state == IN));
            if (fails < MOST_TRIES)
                assert(a.state != LOCKED);
            if (a.state == LOCKED)
                fails = 0;
        }
    }
    return 0;
}
