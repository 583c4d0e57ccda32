// because: check
// expect: fails array_bounds at line 12
#include <stdio.h>

int main(void) {
    FILE *f = fopen("numbers.txt", "r");
    int counts[10] = {0}, n;
    char word[8];
    if (!f || fscanf(f, " %7s %d", word, &n) != 2)
        return 1;
    if (n >= 0)
        counts[n]++;
    fclose(f);
    return 0;
}
