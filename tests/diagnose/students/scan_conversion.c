// because: diagnose scan_conversion.c --tests scan_conversion
// fault: line 23
// should be: scanf("%f", &r);
#include <stdio.h>
#define PI 3.14159

float area(float r)
{
    return PI * r * r;
}

float perimetro(float r)
{
    return 2 * PI * r;
}

int main()
{
    float r, c, f;
    char tipo;
    scanf(" %c", &tipo);
    if (tipo == 'c') {
        scanf("%d", &r);
        printf("%.3f %.3f\n", area(r), perimetro(r));
    } else if (tipo == 't') {
        scanf("%f", &c);
        f = c * 9 / 5 + 32;
        printf("%.1f C = %.1f F\n", c, f);
    } else {
        printf("tipo desconocido\n");
    }
    return 0;
}
