// because: diagnose ranking_index.c --tests ranking_index
// fault: line 32
// should be: s[i].grade
#include <stdio.h>
#include <string.h>

typedef struct {
    char name[20];
    int grade;
    int age;
} Student;

int main() {
    Student s[50];
    Student tmp;
    int n, i, j, passed = 0;
    scanf("%d", &n);
    for (i = 0; i < n; i++)
        scanf("%s %d %d", s[i].name, &s[i].grade, &s[i].age);
    for (i = 0; i < n - 1; i++) {
        for (j = 0; j < n - 1 - i; j++) {
            if (s[j].grade < s[j + 1].grade ||
                (s[j].grade == s[j + 1].grade && strcmp(s[j].name, s[j + 1].name) > 0)) {
                tmp = s[j];
                s[j] = s[j + 1];
                s[j + 1] = tmp;
            }
        }
    }
    for (i = 0; i < n; i++) {
        printf("%d. %s %d\n", i + 1, s[i].name, s[i].grade);
        if (s[i - 1].grade >= 10)
            passed++;
    }
    printf("%d passed\n", passed);
    return 0;
}
