// because: check
// expect: fails pointer_dereference at line 18
// The element is freed under the lock and used outside of it.
#include <pthread.h>
#include <stdlib.h>
#include <assert.h>

struct item {
    int v;
    struct item *next;
};
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct item *head;
void *w(void *a) {
    pthread_mutex_lock(&m);
    struct item *n = head;
    pthread_mutex_unlock(&m);
    if (n) n->v++;
    return 0;
}

int main(void) {
    head = malloc(sizeof *head);
    if (!head) return 0;
    head->v = 0;
    pthread_t t;
    pthread_create(&t, 0, w, 0);
    pthread_mutex_lock(&m);
    free(head);
    head = 0;
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
}
