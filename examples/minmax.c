/* The smallest and the largest of three numbers, with a mistake that an assertion notices:
 *   because examples/minmax.c
 */
#include <assert.h>

int nondet_int(void);

int main(void) {
    int first = nondet_int();
    int second = nondet_int();
    int third = nondet_int();
    int least = first;
    int most = first;
    if (most < second)
        most = second;
    if (most < third)
        most = third;
    if (least > second)
        most = second; /* should be least */
    if (least > third)
        least = third;
    assert(least <= most);
    return 0;
}
