// because: check
// expect: fails pointer_dereference at line 16
// What a `switch` brings to life in its block dies with the block.
#include <assert.h>
int nondet_int(void);

int main(void)
{
    int c = nondet_int();
    int *p = 0;
    for (int k = 0; k < 2; k++) {
        switch (c) {
            int v;
        case 1:
            if (p)
                *p = 4;
            v = 2;
            p = &v;
        }
    }
    return 0;
}
