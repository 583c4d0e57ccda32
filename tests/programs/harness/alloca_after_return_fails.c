// because: check
// expect: fails pointer_dereference at line 5
#include <alloca.h>
char *f(void) { char *p = alloca(4); p[0] = 'x'; return p; }
int main(void) { char *q = f(); return *q; }
