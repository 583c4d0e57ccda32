// fault: line 69, 70
#include <assert.h>
#include <stdbool.h>

bool nondet_bool(void);

enum light { RED, RED_YELLOW, GREEN, YELLOW };

static enum light cars;
static bool walk;
static bool wanted;
static int timer;
static int waited;

static const int least[] = {3, 1, 2, 1};

static void start(void)
{
    cars = RED;
    walk = false;
    wanted = false;
    timer = 0;
    waited = 0;
}

static void change(enum light next)
{
    cars = next;
    timer = 0;
}

static void red(void)
{
    if (timer == 0 && wanted) {
        walk = true;
        wanted = false;
    }
    if (timer >= least[RED]) {
        walk = false;
        change(RED_YELLOW);
    }
}

static void green(void)
{
    if (timer >= least[GREEN] && wanted)
        change(YELLOW);
}

static void tick(bool button)
{
    if (button)
        wanted = true;
    timer++;
    switch (cars) {
    case RED:
        red();
        break;
    case RED_YELLOW:
        if (timer >= least[RED_YELLOW])
            change(GREEN);
        break;
    case GREEN:
        green();
        break;
    case YELLOW:
        if (timer >= least[YELLOW]) {
            change(RED);
            walk = wanted;
        }
        break;
    }
}

int main(void)
{
    int i;
    start();
    for (i = 0; i < 9; i++) {
        bool button = nondet_bool();
        bool before = walk;
        tick(button);
        if (walk)
            assert(cars == RED);
        if (!before && walk)
            assert(!wanted);
        if (cars == GREEN && wanted)
            waited++;
        else
            waited = 0;
        assert(waited <= least[GREEN]);
    }
    return 0;
}
