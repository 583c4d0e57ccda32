// because: diagnose int_for_long.c --tests int_for_long
// fault: line 20
// should be: long r = 0;
#include <stdio.h>

int sumDigits(long n)
{
    int s = 0;
    if (n < 0)
        n = -n;
    while (n > 0) {
        s = s + n % 10;
        n = n / 10;
    }
    return s;
}

long reverse(long n)
{
    int r = 0;
    while (n != 0) {
        r = r * 10 + n % 10;
        n = n / 10;
    }
    return r;
}

int main(void)
{
    long x;
    scanf("%ld", &x);
    printf("sum of digits = %d\n", sumDigits(x));
    printf("reverse = %ld\n", reverse(x));
    if (reverse(x) == x)
        printf("palindrome\n");
    else
        printf("not a palindrome\n");
    return 0;
}
