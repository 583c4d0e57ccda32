// because: diagnose else_of_chain.c --tests else_of_chain
// fault: line 14
// should be: } else if (c == ' ') {
#include <stdio.h>

int main(void) {
    int c, letters = 0, digits = 0, spaces = 0, others = 0;
    while ((c = getchar()) != '\n' && c != EOF) {
        if (c >= 'a' && c <= 'z') {
            letters++;
        } else if (c >= '0' && c <= '9') {
            digits++;
        }
        if (c == ' ') {
            spaces++;
        } else {
            others++;
        }
    }
    printf("%d letters, %d digits, %d spaces, %d others\n", letters, digits, spaces, others);
    return 0;
}
