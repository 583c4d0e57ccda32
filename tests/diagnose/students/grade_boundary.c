// because: diagnose grade_boundary.c --tests grade_boundary
// fault: line 8
// should be: else if (points >= 80)
#include <stdio.h>
char grade(int points) {
    if (points >= 90)
        return 'A';
    else if (points > 80)
        return 'B';
    else if (points >= 70)
        return 'C';
    else if (points >= 60)
        return 'D';
    return 'F';
}
int main(void) {
    int points;
    if (scanf("%d", &points) != 1)
        return 1;
    printf("Grade: %c\n", grade(points));
    return 0;
}
