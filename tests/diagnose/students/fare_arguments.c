// because: diagnose fare_arguments.c --tests fare_arguments
// fault: line 27
// should be: p = price(kind, km);
#include <stdio.h>

double price(int kind, double km) {
    double base, rate;
    if (kind == 1) {
        base = 2.5;
        rate = 0.5;
    } else if (kind == 2) {
        base = 4.0;
        rate = 0.75;
    } else {
        base = 10.0;
        rate = 1.0;
    }
    if (km > 100)
        rate = rate * 0.8;
    return base + rate * km;
}

int main(void) {
    int kind, trips = 0, expensive = 0;
    double km, p, total = 0, longest = 0;
    while (scanf("%d %lf", &kind, &km) == 2 && kind != 0) {
        p = price(km, kind);
        printf("%.2f\n", p);
        total += p;
        trips++;
        if (p >= 50)
            expensive++;
        if (km > longest)
            longest = km;
    }
    printf("trips: %d, expensive: %d\n", trips, expensive);
    if (trips > 0)
        printf("total %.2f average %.2f\n", total, total / trips);
    printf("longest %.1f\n", longest);
    return 0;
}
