// because: diagnose endless_search.c --tests endless_search
// fault: line 10
// should be: low = middle + 1;
#include <stdio.h>
int main(void) {
    int table[8] = {2, 3, 5, 7, 11, 13, 17, 19}, key, low = 0, high = 7, middle, at = -1;
    scanf("%d", &key);
    while (low <= high && at < 0) {
        middle = (low + high) / 2;
        if (table[middle] < key) low = middle;
        else if (table[middle] > key) high = middle - 1;
        else at = middle;
    }
    printf("%d\n", at);
    return 0;
}
