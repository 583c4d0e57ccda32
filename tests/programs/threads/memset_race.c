// because: check
// expect: fails data_race at line 14
// Filling an array while another thread reads from it.
#include <pthread.h>
#include <string.h>
char text[8];
void *t(void *q) {
    memset(text, 'a', sizeof text);
    return q;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, t, 0);
    int c = text[3];
    pthread_join(a, 0);
    return c - c;
}
