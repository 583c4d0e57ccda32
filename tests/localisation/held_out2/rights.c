// fault: line 30
#include <assert.h>

int nondet_int(void);
unsigned nondet_uint(void);

#define READ 1u
#define WRITE 2u
#define SHARE 4u
#define OWNER 8u
#define ALL (READ | WRITE | SHARE | OWNER)

struct folder {
    int parent;
    unsigned allow;
    unsigned deny;
};

static struct folder folders[4];

static unsigned rights(int folder)
{
    unsigned granted = 0, denied = 0;
    while (folder >= 0) {
        const struct folder *f = &folders[folder];
        granted |= f->allow & ~denied;
        denied |= f->deny & ~granted;
        folder = f->parent;
    }
    if (granted | OWNER)
        granted |= READ | WRITE;
    return granted & ALL;
}

static int may_write(int folder)
{
    return (rights(folder) & WRITE) != 0;
}

static int may_share(int folder)
{
    unsigned r = rights(folder);
    return (r & SHARE) && (r & READ);
}

int main(void)
{
    int i;
    int folder;

    folders[0].parent = -1;
    for (i = 0; i < 4; i++) {
        folders[i].allow = nondet_uint();
        folders[i].deny = nondet_uint();
        __CPROVER_assume(folders[i].allow <= ALL && folders[i].deny <= ALL);
        __CPROVER_assume((folders[i].allow & folders[i].deny) == 0);
        if (i > 0) {
            folders[i].parent = nondet_int();
            __CPROVER_assume(folders[i].parent >= -1 && folders[i].parent < i);
        }
    }
    folder = nondet_int();
    __CPROVER_assume(folder >= 0 && folder < 4);
    if (folders[folder].allow & WRITE)
        assert(may_write(folder));
    if (folders[folder].deny & SHARE)
        assert(!may_share(folder));
    if ((folders[folder].deny & WRITE) && !(rights(folder) & OWNER))
        assert(!may_write(folder));
    if (rights(folder) & OWNER)
        assert(may_write(folder));
    return 0;
}
