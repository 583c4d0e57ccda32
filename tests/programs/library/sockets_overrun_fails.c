// because: check
// expect: fails pointer_primitive at line 7
#include <sys/socket.h>

int main(void) {
    char text[4];
    return recv(0, text, 5, 0) == 5;
}
