// because: diagnose syllables.c --tests syllables
// fault: line 12
// should be: word[i] == 'i'
#include <stdio.h>
#include <string.h>
int main(void) {
    char word[21];
    int i, count = 0;
    printf("Please enter a string > ");
    scanf("%20s", word);
    for (i = 0; i < (int)strlen(word); i++) {
        if (word[i] == 'a' || word[i] == 'e' || word[i] == 'j' || word[i] == 'o' || word[i] == 'u' || word[i] == 'y')
            count++;
    }
    printf("The number of syllables is %d.\n", count);
    return 0;
}
