// because: diagnose divisors_unwritten.c --tests divisors_unwritten
// missing after line 9
// should be: int s = 0;
#include <stdio.h>

int sumdiv(int n)
{
	int s;
	int d;
	for (d = 1; d <= n / 2; d++)
		if (n % d == 0)
			s += d;
	return s;
}

int main()
{
	int a, b, i, s;
	int perfect = 0, abundant = 0, deficient = 0;
	scanf("%d%d", &a, &b);
	for (i = a; i <= b; i++) {
		s = sumdiv(i);
		if (s == i) {
			printf("%d is perfect\n", i);
			perfect++;
		}
		else if (s > i)
			abundant++;
		else
			deficient++;
	}
	printf("%d %d %d\n", perfect, abundant, deficient);
	return 0;
}
