#include <assert.h>
int main () {
  int input1, input2, input3;
  int least = input1;
  int most = input1;
  if (most < input2)
    most = input2;
  if (most < input3)
    most = input3;
  if (least > input2)
    most = input2;
  if (least > input3)
    least = input3;
  assert (least <= most);
}
