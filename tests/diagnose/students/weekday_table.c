// because: diagnose weekday_table.c --tests weekday_table
// fault: line 6
// should be: static const char *names[] = {"mon", "tue", "wed", "thu", "fri", "sat", "sun"};
#include <stdio.h>
#include <string.h>
static const char *names[] = {"mon", "teu", "wed", "thu", "fri", "sat", "sun"};
static int number_of(const char *name) {
    int i;
    for (i = 0; i < 7; i++)
        if (strcmp(names[i], name) == 0)
            return i;
    return -1;
}
int main(void) {
    char name[16];
    int later, day;
    while (scanf("%15s %d", name, &later) == 2) {
        day = number_of(name);
        if (day < 0)
            printf("no day %s\n", name);
        else
            printf("%s\n", names[(day + later) % 7]);
    }
    return 0;
}
