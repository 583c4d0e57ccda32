#include <pthread.h>
int counter;
void *work(void *p) { counter++; return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  __CPROVER_assert(counter == 2, "both");
  return 0;
}
