// because: run
// expect: same-as-cc
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct word {
    char text[16];
    int count;
};

static int order(const void *a, const void *b) {
    const struct word *p = a, *q = b;
    return p->count != q->count ? q->count - p->count : strcmp(p->text, q->text);
}

int main(void) {
    struct word *words = NULL;
    size_t n = 0;
    char text[16];
    while (scanf("%15s", text) == 1) {
        char *to = text;
        for (char *p = text; *p; p++)
            if (isalpha((unsigned char)*p))
                *to++ = (char)tolower((unsigned char)*p);
        *to = '\0';
        size_t i = 0;
        while (i < n && strcmp(words[i].text, text) != 0)
            i++;
        if (i == n) {
            words = realloc(words, (n + 1) * sizeof *words);
            strcpy(words[n].text, text);
            words[n++].count = 0;
        }
        words[i].count++;
    }
    qsort(words, n, sizeof *words, order);
    for (size_t i = 0; i < n; i++)
        printf("%d %s\n", words[i].count, words[i].text);
    free(words);
    return 0;
}
