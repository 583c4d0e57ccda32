// fault: if (length > longest) => if (length >= longest)
// fault: return strlen(word) > 2; => return strlen(word) > 3;
// fault: count[i]++; => count[i] += 2;
// fault: if (strcmp(words[i], word) == 0) => if (strncmp(words[i], word, 3) == 0)
// fault: if (count[j] > count[best]) => if (count[j] < count[best])
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MOST 60
#define LENGTH 20

static char words[MOST][LENGTH];
static int count[MOST];
static int known;

static void lower(char *word) {
    int i;
    for (i = 0; word[i]; i++)
        word[i] = tolower((unsigned char)word[i]);
}

static void add(const char *word) {
    int i;
    for (i = 0; i < known; i++) {
        if (strcmp(words[i], word) == 0) {
            count[i]++;
            return;
        }
    }
    if (known < MOST) {
        strcpy(words[known], word);
        count[known] = 1;
        known++;
    }
}

static int palindrome(const char *word) {
    int low = 0, high = (int)strlen(word) - 1;
    while (low < high) {
        if (word[low] != word[high])
            return 0;
        low++;
        high--;
    }
    return strlen(word) > 2;
}

static int vowels(const char *word) {
    int i, found = 0;
    for (i = 0; word[i]; i++)
        if (strchr("aeiou", word[i]))
            found++;
    return found;
}

static void order(void) {
    int i, j;
    for (i = 0; i < known; i++) {
        int best = i, times;
        char word[LENGTH];
        for (j = i + 1; j < known; j++)
            if (count[j] > count[best])
                best = j;
        if (best == i)
            continue;
        times = count[i];
        count[i] = count[best];
        count[best] = times;
        strcpy(word, words[i]);
        strcpy(words[i], words[best]);
        strcpy(words[best], word);
    }
}

int main(void) {
    char word[LENGTH];
    char first[LENGTH] = "";
    int all = 0, longest = 0, same = 0, letters = 0, i;
    while (scanf("%19s", word) == 1) {
        int length;
        lower(word);
        length = (int)strlen(word);
        if (length > longest) {
            longest = length;
            strcpy(first, word);
        }
        if (palindrome(word))
            same++;
        letters += vowels(word);
        all++;
        add(word);
    }
    order();
    printf("%d words, %d different, %d palindromes\n", all, known, same);
    if (all > 0)
        printf("longest %s, %d vowels, %d%%\n", first, letters, 100 * known / all);
    for (i = 0; i < known && i < 4; i++)
        printf("%s %d\n", words[i], count[i]);
    return 0;
}
