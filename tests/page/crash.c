// A name that is not in the table.
#include <stddef.h>
#include <string.h>

int nondet_int(void);

struct entry {
    const char *name;
    int port;
};

static struct entry table[] = { { "http", 80 }, { "ssh", 22 }, { "smtp", 25 } };

static struct entry *find(const char *name) {
    for (int i = 0; i < 3; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    return NULL;
}

static int port_of(const char *name) {
    struct entry *found = find(name);
    return found->port;
}

int main(void) {
    const char *names[] = { "http", "ssh", "smtp", "ftp" };
    int which = nondet_int();
    if (which < 0 || which > 3)
        return 0;
    return port_of(names[which]) > 0 ? 0 : 1;
}
