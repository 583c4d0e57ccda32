int gotlock, lock;
void main() {
  int old, new;
  lock = 0;
  if (*) {
    while (*) {
      gotlock = 0;
      if (*) {
        getlock();
        gotlock = gotlock + 1;
      }
      if (gotlock == 1)
        rellock();
    }
  }
  lock = 0;
  bigProcedure();
  while (new != old) {
    getlock();
    new = old;
    if (*) {
      rellock();
      new = new + 1;
    }
  }
  rellock();
  return;
}
void getlock() {
  bool error = false;
  if (lock == 0)
    lock = 1;
  else error = true;
  return;
}
void rellock() {
  bool error = false;
  if (lock == 1)
    lock = 0;
  else error = true;
  return;
}
void bigProcedure() { int i; for (i = 0; i < 2; i++) ; }
