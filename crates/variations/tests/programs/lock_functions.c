int nondet_int(void);
int LOCK = 0;

void lock(void)   { __CPROVER_assert(LOCK == 0, "free"); LOCK = 1; }
void unlock(void) { __CPROVER_assert(LOCK == 1, "held"); LOCK = 0; }
int main(void) {
  int got_lock = 0;
  do {
    if (nondet_int()) {
      lock();
      got_lock++;
    }
    if (got_lock != 0) {
      unlock();
    }
    got_lock--;
  } while (nondet_int());
  return 0;
}
