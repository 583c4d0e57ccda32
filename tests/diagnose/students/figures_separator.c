// because: diagnose figures_separator.c --tests figures_separator
// fault: line 65
// should be: printf("--\n");
#include <stdio.h>

void line(char c, int n) {
    int i;
    for (i = 0; i < n; i++)
        printf("%c", c);
}

void triangle(int h) {
    int i;
    for (i = 1; i <= h; i++) {
        line(' ', h - i);
        line('*', 2 * i - 1);
        printf("\n");
    }
}

void box(int w, int h) {
    int i;
    line('#', w);
    printf("\n");
    for (i = 0; i < h - 2; i++) {
        printf("#");
        line(' ', w - 2);
        printf("#\n");
    }
    if (h > 1) {
        line('#', w);
        printf("\n");
    }
}

void stairs(int n) {
    int i, j;
    for (i = 1; i <= n; i++) {
        for (j = 1; j <= i; j++)
            printf("%d ", j);
        printf("\n");
    }
}

int main() {
    char kind;
    int a, b;
    while (scanf(" %c", &kind) == 1) {
        if (kind == 'q')
            break;
        if (kind == 't') {
            scanf("%d", &a);
            triangle(a);
        } else if (kind == 'b') {
            scanf("%d %d", &a, &b);
            if (a < 2 || b < 1)
                printf("too small\n");
            else
                box(a, b);
        } else if (kind == 's') {
            scanf("%d", &a);
            stairs(a);
        } else
            printf("unknown figure %c\n", kind);
        printf("-\n");
    }
    return 0;
}
