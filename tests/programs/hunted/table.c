// because: check --stop-on-fail
// expect: fails pointer_dereference at line 31
// A name that is not in the table: `lookup` says so, nobody listens.
#include <stdio.h>
#include <string.h>

struct entry {
    char name[12];
    int price;
};

static struct entry entries[] = {{"apple", 3}, {"pear", 4}, {"plum", 2}};

static struct entry *lookup(const char *name)
{
    for (unsigned i = 0; i < sizeof entries / sizeof entries[0]; i++)
        if (strcmp(entries[i].name, name) == 0)
            return &entries[i];
    return 0;
}

int main(void)
{
    char line[40], name[40];
    int amount, sum = 0;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%39s %d", name, &amount) != 2 || amount < 0 || amount > 100)
            continue;
        struct entry *found = lookup(name);
        if (sum < 1000000)
            sum += found->price * amount;
    }
    printf("%d\n", sum);
    return 0;
}
