// fault: if (waiting[i].from == floor && room > 0) => if (waiting[i].from == floor)
// fault: return up ? 1 : -1; => return up ? -1 : 1;
// fault: distance += step < 0 ? -step : step; => distance += step;
// fault: clock_now += 2; => clock_now += 1;
// fault: passengers--; => passengers++;
#include <stdio.h>

#define TOP 7
#define PLACES 3
#define MOST 40
#define ENOUGH 200

struct call {
    int from;
    int to;
    int state;
    int since;
};

static struct call waiting[MOST];
static int calls;
static int floor;
static int passengers;
static int distance;
static int clock_now;

static int left(void) {
    int i, found = 0;
    for (i = 0; i < calls; i++)
        if (waiting[i].state != 2)
            found++;
    return found;
}

static int wanted_beyond(int up) {
    int i;
    for (i = 0; i < calls; i++) {
        int target = waiting[i].state == 0 ? waiting[i].from : waiting[i].to;
        if (waiting[i].state == 2)
            continue;
        if (up ? target > floor : target < floor)
            return 1;
    }
    return 0;
}

static int direction(int up) {
    return up ? 1 : -1;
}

static int stop_here(void) {
    int i, moved = 0;
    for (i = 0; i < calls; i++) {
        if (waiting[i].state == 1 && waiting[i].to == floor) {
            waiting[i].state = 2;
            passengers--;
            moved++;
            printf("%d: out %d after %d\n", floor, i + 1, clock_now - waiting[i].since);
        }
    }
    for (i = 0; i < calls; i++) {
        int room = PLACES - passengers;
        if (waiting[i].state != 0)
            continue;
        if (waiting[i].from == floor && room > 0) {
            waiting[i].state = 1;
            passengers++;
            moved++;
            printf("%d: in %d\n", floor, i + 1);
        }
    }
    return moved;
}

int main(void) {
    int from, to, up = 1;
    while (calls < MOST && scanf("%d %d", &from, &to) == 2) {
        if (from < 0 || from > TOP || to < 0 || to > TOP || from == to) {
            printf("no such call: %d %d\n", from, to);
            continue;
        }
        waiting[calls].from = from;
        waiting[calls].to = to;
        waiting[calls].since = calls % 3;
        calls++;
    }
    while (left() > 0 && clock_now < ENOUGH) {
        int step;
        if (stop_here() > 0)
            clock_now += 2;
        if (left() == 0)
            break;
        if (!wanted_beyond(up))
            up = !up;
        if (floor >= TOP)
            up = 0;
        if (floor <= 0)
            up = 1;
        step = direction(up);
        floor += step;
        distance += step < 0 ? -step : step;
        clock_now++;
    }
    printf("at %d, %d floors, time %d, %d on board\n", floor, distance, clock_now, passengers);
    return 0;
}
