// because: diagnose int_for_double.c --tests int_for_double
// fault: line 17
// should be: double total = 0;
#include <stdio.h>
#include <string.h>

struct student {
    char name[20];
    int age;
    double grade;
};

int main(void)
{
    struct student s[10];
    int n, i, best = 0, adults = 0;
    int total = 0;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%19s %d %lf", s[i].name, &s[i].age, &s[i].grade);
    }
    for (i = 0; i < n; i++) {
        total += s[i].grade;
        if (s[i].grade > s[best].grade)
            best = i;
        if (s[i].age >= 18)
            adults++;
    }
    printf("best: %s (%.1f)\n", s[best].name, s[best].grade);
    printf("mean: %.2f\n", (double)total / n);
    printf("adults: %d\n", adults);
    return 0;
}
