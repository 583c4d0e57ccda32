int gotlock, lock;
bool error = false;
int main() {
  lock = 0;
  if (*) {
    while (*) {
      if (*) {
        getlock();
        gotlock++;
        bigProcedure(); }
      if (gotlock == 1)
        relock(); } } return 0; }
void getlock() {
  if (lock == 0)
    lock++;
  else error = true; }
void relock() {
  if (lock == 1)
    lock--;
  else error = true; }
void bigProcedure() {
  int i, sum; for (i = 0; i < 3; i++) sum = sum + i; }
