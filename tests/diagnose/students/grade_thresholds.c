// because: diagnose grade_thresholds.c --tests grade_thresholds
// fault: line 15
// should be: score >= c
#include <stdio.h>
int main(void) {
    double a, b, c, d, score;
    printf("Enter thresholds for A, B, C, D\nin that order, decreasing percentages > ");
    scanf("%lf %lf %lf %lf", &a, &b, &c, &d);
    printf("Thank you. Now enter student score (percent) >");
    scanf("%lf", &score);
    if (score >= a)
        printf("Student has an A grade\n");
    else if (score >= b)
        printf("Student has an B grade\n");
    else if (score > c)
        printf("Student has an C grade\n");
    else if (score >= d)
        printf("Student has an D grade\n");
    else
        printf("Student has failed the course\n");
    return 0;
}
