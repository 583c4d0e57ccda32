// because: check
// expect: holds
#include <arpa/inet.h>
#include <assert.h>
#include <poll.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int s = socket(AF_INET, SOCK_STREAM, 0);
    if (s < 0)
        return 1;
    struct sockaddr_in address;
    memset(&address, 0, sizeof address);
    address.sin_family = AF_INET;
    address.sin_port = htons(80);
    if (bind(s, (struct sockaddr *)&address, sizeof address) < 0 || listen(s, 5) < 0) {
        close(s);
        return 1;
    }
    struct pollfd asked = {.fd = s, .events = POLLIN};
    int ready = poll(&asked, 1, 100);
    assert(ready >= -1 && ready <= 1);
    int peer = accept(s, NULL, NULL);
    assert(peer != s || peer < 0);
    if (peer >= 0) {
        char text[8];
        ssize_t got = recv(peer, text, sizeof text, 0);
        assert(got <= 8);
        if (got > 0)
            send(peer, text, got, 0);
        close(peer);
    }
    close(s);
}
