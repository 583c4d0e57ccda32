// because: check
// expect: holds
#include <stdio.h>

int main(int argc, char **argv) {
    char word[4] = "yes";
    char exact[3] = {'y', 'e', 's'};
    char partly[8];
    partly[0] = 'n';
    printf("%s %.3s %s %s\n", word, exact, partly, argc > 0 ? argv[0] : "nobody");
    return 0;
}
