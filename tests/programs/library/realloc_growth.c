// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    int *data = NULL;
    size_t used = 0, room = 0;
    for (int i = 0; i < 100; i++) {
        if (used == room) {
            room = room ? room * 2 : 1;
            data = realloc(data, room * sizeof *data);
        }
        data[used++] = i * 3;
    }
    long sum = 0;
    for (size_t i = 0; i < used; i++)
        sum += data[i];
    printf("%ld %zu %zu\n", sum, used, room);
    data = realloc(data, 10 * sizeof *data);
    printf("%d\n", data[9]);
    free(data);
    return 0;
}
