// because: diagnose swapped_scan.c --tests swapped_scan
// fault: line 7
// should be: scanf("%d %d", &width, &height);
#include <stdio.h>
int main(void) {
    int width, height, i, j;
    scanf("%d %d", &height, &width);
    for (i = 0; i < height; i++) {
        for (j = 0; j < width; j++)
            putchar('#');
        putchar('\n');
    }
    return 0;
}
