// because: check
// expect: fails assertion at line 13
#include <assert.h>
#include <sys/socket.h>

int main(void) {
    char text[4] = "abc";
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    if (recv(s, text, 3, 0) <= 0)
        return 1;
    assert(text[0] == 'a');
}
