// fault: a->balance + a->limit < amount => a->balance + a->limit <= amount
// fault: return amount / 100 + 1; => return amount / 100;
// fault: to->balance += amount; => to->balance += amount - fee;
// fault: rate = a->balance > 1000 ? 3 : 2; => rate = a->balance > 1000 ? 2 : 2;
// fault: if (amount < 50) => if (amount < 60)
#include <stdio.h>
#include <string.h>

#define ACCOUNTS 4

struct account {
    int balance;
    int limit;
    int moves;
    int blocked;
};

static struct account accounts[ACCOUNTS];

static struct account *find(int number) {
    if (number < 1 || number > ACCOUNTS)
        return NULL;
    return &accounts[number - 1];
}

static int fee_of(int amount) {
    if (amount < 50)
        return 0;
    return amount / 100 + 1;
}

static int withdraw(struct account *a, int amount) {
    if (a->blocked)
        return 0;
    if (a->balance + a->limit < amount)
        return 0;
    a->balance -= amount;
    a->moves++;
    return 1;
}

static int transfer(struct account *from, struct account *to, int amount) {
    int fee = fee_of(amount);
    if (from == to)
        return 0;
    if (!withdraw(from, amount + fee))
        return 0;
    to->balance += amount;
    to->moves++;
    return 1;
}

static void interest(struct account *a) {
    int rate;
    if (a->balance < 0) {
        a->balance += a->balance / 10;
        return;
    }
    rate = a->balance > 1000 ? 3 : 2;
    a->balance += a->balance * rate / 100;
}

int main(void) {
    char command[16];
    int number, other, amount, refused = 0, i;
    for (i = 0; i < ACCOUNTS; i++) {
        accounts[i].balance = 100;
        accounts[i].limit = 50 * i;
    }
    while (scanf("%15s", command) == 1) {
        struct account *a;
        if (strcmp(command, "month") == 0) {
            for (i = 0; i < ACCOUNTS; i++)
                interest(&accounts[i]);
            continue;
        }
        scanf("%d", &number);
        a = find(number);
        if (a == NULL) {
            printf("no account %d\n", number);
            scanf("%*[^\n]");
            continue;
        }
        if (strcmp(command, "in") == 0) {
            scanf("%d", &amount);
            a->balance += amount;
            a->moves++;
        } else if (strcmp(command, "out") == 0) {
            scanf("%d", &amount);
            if (!withdraw(a, amount))
                refused++;
        } else if (strcmp(command, "move") == 0) {
            struct account *b;
            scanf("%d %d", &other, &amount);
            b = find(other);
            if (b == NULL || !transfer(a, b, amount))
                refused++;
        } else if (strcmp(command, "block") == 0) {
            a->blocked = !a->blocked;
        } else {
            printf("%d: %d\n", number, a->balance);
        }
    }
    for (i = 0; i < ACCOUNTS; i++)
        printf("account %d: %d after %d\n", i + 1, accounts[i].balance, accounts[i].moves);
    printf("refused %d\n", refused);
    return 0;
}
