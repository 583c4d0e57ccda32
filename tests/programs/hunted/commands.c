// because: check --stop-on-fail
// expect: fails array_bounds at line 13
// Seven words are needed, read and compared byte by byte: far beyond what is followed symbolically in a few seconds.
#include <stdio.h>
#include <string.h>

static int undo[6];
static int depth;

static void remember(int value)
{
    if (depth < 0) depth = 0;
    undo[depth++] = value;
}

int main(void)
{
    char line[32], word[32];
    int value;
    while (fgets(line, sizeof line, stdin)) {
        if (sscanf(line, "%31s %d", word, &value) != 2)
            continue;
        if (strcmp(word, "set") == 0)
            remember(value);
        else if (strcmp(word, "back") == 0)
            depth--;
    }
    return 0;
}
