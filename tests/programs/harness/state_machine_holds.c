// because: check
// expect: holds
#include <assert.h>
char nondet_char(void);
int main(void) {
    int st = 0, cnt = 0;
    for (int i = 0; i < 30; i++) {
        char c = nondet_char();
        switch (st) {
            case 0: st = c == 'a' ? 1 : 0;
            break;
            case 1: st = c == 'b' ? 2 : c == 'a' ? 1 : 0;
            break;
            case 2: st = c == 'c' ? 3 : 0;
            break;
            case 3: cnt++;
            st = 0;
            break;
            default: assert(0);
        }
    }
    assert(cnt <= 7);
}
