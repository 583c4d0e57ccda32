// because: diagnose checksum.c --tests checksum
// fault: line 14
// should be: sum % 64
#include <stdio.h>
int main(void) {
    int sum = 0;
    char c = 0;
    printf("Enter an abitrarily long string, ending with carriage return > ");
    while (c != '\n') {
        scanf("%c", &c);
        if (c != '\n')
            sum += c;
    }
    printf("Check sum is %c\n", sum % 60 + ' ');
    return 0;
}
