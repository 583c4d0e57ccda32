#include <assert.h>
int nondet_int(void);
struct account { int balance; int limit; };
static int withdraw(struct account *a, int amount) {
    if (amount <= 0) return 0;
    if (a->balance + a->limit < amount) return 0;
    a->balance -= amount;
    return 1;
}
static int transfer(struct account *from, struct account *to, int amount) {
    if (!withdraw(from, amount)) return 0;
    to->balance += amount;
    from->balance -= 1; /* the fault */
    return 1;
}
int main(void) {
    struct account a = {100, 0}, b = {50, 20};
    int amount = nondet_int();
    int ok = transfer(&a, &b, amount);
    if (ok) assert(amount > 0);
    assert(a.balance + b.balance == 150);
    assert(a.balance >= -a.limit);
}
