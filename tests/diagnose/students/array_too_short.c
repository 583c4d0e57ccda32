// because: diagnose array_too_short.c --tests array_too_short
// fault: line 9
// should be: mejor[21]
#include <stdio.h>
#include <string.h>

int main(void)
{
    char palabra[21], mejor[10];
    int n, i, largo = 0, cortas = 0;
    scanf("%d", &n);
    for (i = 0; i < n; i++) {
        scanf("%20s", palabra);
        if ((int)strlen(palabra) > largo) {
            largo = strlen(palabra);
            strcpy(mejor, palabra);
        }
        if (strlen(palabra) < 4)
            cortas++;
        if (strcmp(palabra, "fin") == 0)
            break;
    }
    printf("%s %d\n", mejor, largo);
    printf("cortas %d\n", cortas);
    return 0;
}
