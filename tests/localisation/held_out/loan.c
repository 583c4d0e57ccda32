// fault: line 48
#include <assert.h>

int nondet_int(void);

enum decision { REFUSED, REVIEW, GRANTED };

struct applicant {
    int income;
    int debts;
    int age;
    int years_employed;
    int defaults;
    int guarantor;
};

#define MIN_AGE 18
#define MAX_AGE 70

static int burden(const struct applicant *a, int payment)
{
    return (a->debts + payment) * 100 / a->income;
}

static int score(const struct applicant *a)
{
    int s = 0;
    if (a->years_employed >= 2)
        s += 2;
    if (a->years_employed >= 5)
        s += 1;
    if (a->income > 3000)
        s += 2;
    s -= 3 * a->defaults;
    if (a->guarantor)
        s += 2;
    return s;
}

static enum decision decide(const struct applicant *a, int payment, int months)
{
    int b;
    if (a->age < MIN_AGE || a->age + months / 12 > MAX_AGE)
        return REFUSED;
    b = burden(a, payment);
    if (b > 45)
        return REFUSED;
    if (a->defaults > 1)
        return REFUSED;
    if (score(a) >= 3 && b <= 35)
        return GRANTED;
    if (score(a) >= 0)
        return REVIEW;
    return a->guarantor ? REVIEW : REFUSED;
}

int main(void)
{
    struct applicant a;
    int payment = nondet_int(), months = nondet_int();
    enum decision d;
    a.income = nondet_int();
    a.debts = nondet_int();
    a.age = nondet_int();
    a.years_employed = nondet_int();
    a.defaults = nondet_int();
    a.guarantor = nondet_int();
    __CPROVER_assume(a.income >= 500 && a.income <= 10000);
    __CPROVER_assume(a.debts >= 0 && a.debts <= 5000);
    __CPROVER_assume(a.age >= 16 && a.age <= 90);
    __CPROVER_assume(a.years_employed >= 0 && a.years_employed <= 40);
    __CPROVER_assume(a.defaults >= 0 && a.defaults <= 3);
    __CPROVER_assume(a.guarantor == 0 || a.guarantor == 1);
    __CPROVER_assume(payment >= 10 && payment <= 3000 && months >= 6 && months <= 360);
    d = decide(&a, payment, months);
    if (a.age < MIN_AGE)
        assert(d == REFUSED);
    if (a.guarantor && a.age >= MIN_AGE && a.age <= 40 && a.debts + payment < a.income / 4)
        assert(d != REFUSED);
    if (d == GRANTED)
        assert(a.defaults <= 1 || a.guarantor);
    return 0;
}
