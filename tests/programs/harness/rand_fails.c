// because: check
// expect: fails assertion at line 9
#include <assert.h>
#include <stdlib.h>
int main(void) {
    srand(1);
    int dice = rand() % 6 + 1;
    assert(dice >= 1 && dice <= 6);
    assert(dice != 6); /* fails */
}
