// because: run
// expect: same-as-cc
#include <stdio.h>

enum state { START, WORD, NUMBER, SPACE, STATES };
enum input { LETTER, DIGIT, BLANK, INPUTS };

static const enum state next[STATES][INPUTS] = {
    [START] = {WORD, NUMBER, SPACE},
    [WORD] = {WORD, WORD, SPACE},
    [NUMBER] = {WORD, NUMBER, SPACE},
    [SPACE] = {WORD, NUMBER, SPACE},
};

static enum input kind(char c) {
    return c >= '0' && c <= '9' ? DIGIT : c == ' ' ? BLANK : LETTER;
}

int main(void) {
    int counts[STATES] = {0};
    enum state s = START;
    for (const char *p = "one 22 three3 4 5five "; *p; p++) {
        enum state t = next[s][kind(*p)];
        if (t == SPACE && s != SPACE)
            counts[s]++;
        s = t;
    }
    printf("%d %d\n", counts[WORD], counts[NUMBER]);
    return 0;
}
