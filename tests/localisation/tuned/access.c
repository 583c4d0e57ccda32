// fault: line 43
#include <assert.h>

unsigned nondet_uint(void);
int nondet_int(void);

#define READ 4u
#define WRITE 2u
#define EXECUTE 1u
#define OWNER_SHIFT 6
#define GROUP_SHIFT 3
#define OTHER_SHIFT 0

struct file {
    int owner;
    int group;
    unsigned mode;
    int read_only_volume;
};

struct user {
    int id;
    int group;
};

static unsigned bits_for(const struct file *f, const struct user *u)
{
    if (u->id == f->owner)
        return (f->mode >> OWNER_SHIFT) & 7u;
    if (u->group == f->group)
        return (f->mode >> GROUP_SHIFT) & 7u;
    return (f->mode >> OTHER_SHIFT) & 7u;
}

static int may(const struct file *f, const struct user *u, unsigned wanted)
{
    unsigned allowed;
    if (u->id == 0)
        return !(wanted & WRITE) || !f->read_only_volume;
    allowed = bits_for(f, u);
    if ((wanted & WRITE) && f->read_only_volume)
        return 0;
    return (allowed & wanted) != 0;
}

static unsigned restrict_mode(unsigned mode, unsigned umask)
{
    return mode & ~umask & 0777u;
}

int main(void)
{
    struct file f;
    struct user u;
    unsigned wanted = nondet_uint(), umask = nondet_uint();
    int granted;
    f.owner = nondet_int();
    f.group = nondet_int();
    f.mode = nondet_uint();
    f.read_only_volume = nondet_int();
    u.id = nondet_int();
    u.group = nondet_int();
    __CPROVER_assume(f.owner >= 0 && f.owner <= 9 && f.group >= 0 && f.group <= 9);
    __CPROVER_assume(u.id >= 0 && u.id <= 9 && u.group >= 0 && u.group <= 9);
    __CPROVER_assume(f.mode <= 0777u && umask <= 0777u && wanted >= 1 && wanted <= 7);
    __CPROVER_assume(f.read_only_volume == 0 || f.read_only_volume == 1);
    f.mode = restrict_mode(f.mode, umask);
    granted = may(&f, &u, wanted);
    if (f.read_only_volume && (wanted & WRITE))
        assert(!granted);
    if (u.id != 0 && u.id == f.owner && !(f.mode & 0200u) && (wanted & WRITE))
        assert(!granted);
    if (u.id == 0 && !f.read_only_volume)
        assert(granted);
    assert((f.mode & umask) == 0);
    return 0;
}
