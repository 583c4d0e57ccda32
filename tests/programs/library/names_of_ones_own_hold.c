// because: check
// expect: holds
#include <assert.h>

/* Not the functions of sys/socket.h: they take other arguments. */
int accept(int);
int send(int, int);

int select(int a) {
    return a + 1;
}

int main(void) {
    int first = accept(3);
    int second = send(1, 2);
    assert(select(4) == 5);
    return first == second;
}
