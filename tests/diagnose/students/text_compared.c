// because: diagnose text_compared.c --tests text_compared
// fault: line 20
// should be: strcmp(palabra, "fin") == 0
#include <stdio.h>
#include <string.h>

int main(void)
{
    char palabra[21], mejor[21];
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
        if (palabra == "fin")
            break;
    }
    printf("%s %d\n", mejor, largo);
    printf("cortas %d\n", cortas);
    return 0;
}
