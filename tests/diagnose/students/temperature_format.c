// because: diagnose temperature_format.c --tests temperature_format
// fault: line 9
// should be: printf("%.2f F\n", fahrenheit);
#include <stdio.h>
int main(void) {
    float celsius, fahrenheit;
    scanf("%f", &celsius);
    fahrenheit = celsius * 9 / 5 + 32;
    printf("%.1f F\n", fahrenheit);
    return 0;
}
