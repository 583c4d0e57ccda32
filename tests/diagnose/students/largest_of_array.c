// because: diagnose largest_of_array.c --tests largest_of_array
// fault: line 12
// should be: largest = values[0];
#include <stdio.h>
#define SIZE 50
int main(void) {
    int values[SIZE];
    int n, i, largest;
    scanf("%d", &n);
    for (i = 0; i < n; i++)
        scanf("%d", &values[i]);
    largest = 0;
    for (i = 0; i < n; i++) {
        if (values[i] > largest)
            largest = values[i];
    }
    printf("Largest: %d\n", largest);
    return 0;
}
