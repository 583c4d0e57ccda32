/* A kernel that gives threads a budget of time in each period. Time that was used is charged when the next period begins. A thread
   that deletes itself gives its whole budget back at once, whatever was charged: the fault. */
unsigned char nondet_event(void);
enum { PERIOD = 6, MAIN_BUDGET = 4, USER_BUDGET = 2 };
int left = PERIOD;
int used;
int main_budget = MAIN_BUDGET;
int alive = 1;
int waits;
void SystemTick(void) {
    left = PERIOD - used;
    used = 0;
    waits = 0;
}
void TimerInterrupt(void) {
    if (alive && !waits && used < USER_BUDGET)
        used = used + 1;
}
void WaitUntilNextPeriod(void) {
    waits = 1;
}
void Delete(void) {
    if (alive && !waits) {
        main_budget = main_budget + USER_BUDGET;
        alive = 0;
    }
}
void schedule(void) {
    __CPROVER_assert(main_budget <= left, "time partitioning");
}
int main(void) {
    for (int events = 0; events < 7; events++) {
        switch (nondet_event() % 4) {
        case 0:
            SystemTick();
            break;
        case 1:
            TimerInterrupt();
            break;
        case 2:
            WaitUntilNextPeriod();
            break;
        default:
            Delete();
        }
        schedule();
    }
    return 0;
}
