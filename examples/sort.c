/* Sorts three numbers, and does not: the last comparison is the wrong way round. */
#include <assert.h>

void sort(int a, int b, int c)
{
    int temp;
    if (a > b) {
        temp = a;
        a = b;
        b = temp;
    }
    if (b > c) {
        temp = b;
        b = c;
        c = temp;
    }
    if (a < b) {
        temp = a;
        a = b;
        b = temp;
    }
    assert((a <= b) && (b <= c));
}
