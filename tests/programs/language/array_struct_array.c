// because: run
// expect: same-as-cc
#include <stdio.h>

struct cell {
    char name[4];
    int scores[3];
};

struct row {
    struct cell cells[2];
    int n;
};

int main(void) {
    struct row table[2] = {
        {{{"ab", {1, 2, 3}}, {"cd", {4, 5, 6}}}, 2},
        {{{"ef", {7, 8, 9}}}, 1},
    };
    int sum = 0;
    for (int r = 0; r < 2; r++)
        for (int c = 0; c < table[r].n; c++)
            for (int s = 0; s < 3; s++)
                sum += table[r].cells[c].scores[s] * (table[r].cells[c].name[0] - 'a' + 1);
    printf("%d %s %d\n", sum, table[1].cells[0].name, table[1].cells[1].scores[2]);
    struct cell *p = table[0].cells;
    p[1].scores[2] = 60;
    (p + 1)->name[1] = 'D';
    printf("%s %d %zu\n", table[0].cells[1].name, table[0].cells[1].scores[2], sizeof table);
    return 0;
}
