// because: diagnose fizz_two_faults.c --tests fizz_two_faults
// faults: lines 17 and 18
// should be: printf("Fizz\n"); / k % 5 == 0
#include <stdio.h>

int main()
{
  int n;
  int k;
  scanf("%d", &n);
  k = 1;
  while (k <= n)
  {
    if (k % 3 == 0 && k % 5 == 0)
      printf("FizzBuzz\n");
    else if (k % 3 == 0)
      printf("Fizz");
    else if (k / 5 == 0)
      printf("Buzz\n");
    else
      printf("%d\n", k);
    k = k + 1;
  }
  return 0;
}
