// fault: {900, "CM"} => {800, "CM"}
// fault: {40, "XL"} => {40, "LX"}
// fault: if (next > value) => if (next >= value)
// fault: sum -= value; => sum = value;
// fault: number -= digits[i].value; => number -= digits[i].value + 1;
// fault: if (number < 1 || number > 3999) => if (number < 1 || number > 3000)
// fault: case 'D': return 500; => case 'D': return 50;
// fault: if (equal(back, word)) => if (!equal(back, word))
// fault: while (*a && *a == *b) => while (*a)
#include <stdio.h>

struct digit {
    int value;
    const char *letters;
};

static const struct digit digits[] = {
    {1000, "M"}, {900, "CM"}, {500, "D"}, {400, "CD"}, {100, "C"}, {90, "XC"}, {50, "L"},
    {40, "XL"},  {10, "X"},   {9, "IX"},  {5, "V"},    {4, "IV"},  {1, "I"},
};

static int value_of(char letter) {
    switch (letter) {
    case 'M': return 1000;
    case 'D': return 500;
    case 'C': return 100;
    case 'L': return 50;
    case 'X': return 10;
    case 'V': return 5;
    case 'I': return 1;
    }
    return 0;
}

static void write_roman(int number, char *text) {
    int i, at = 0;
    for (i = 0; i < 13; i++) {
        while (number >= digits[i].value) {
            const char *letter = digits[i].letters;
            while (*letter && at < 30)
                text[at++] = *letter++;
            number -= digits[i].value;
        }
    }
    text[at] = '\0';
}

static int read_roman(const char *text) {
    int sum = 0;
    while (*text) {
        int value = value_of(text[0]);
        int next = value_of(text[1]);
        if (value == 0)
            return -1;
        if (next > value)
            sum -= value;
        else
            sum += value;
        text++;
    }
    return sum;
}

static int equal(const char *a, const char *b) {
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

int main(void) {
    char word[32], back[32];
    int number;
    while (scanf(" %30[0-9]", word) == 1 || scanf(" %30[A-Za-z]", word) == 1) {
        if (sscanf(word, "%d", &number) == 1) {
            if (number < 1 || number > 3999) {
                printf("%d has no form\n", number);
                continue;
            }
            write_roman(number, back);
            printf("%d is %s\n", number, back);
            continue;
        }
        number = read_roman(word);
        if (number < 1 || number > 4999) {
            printf("%s is no number\n", word);
            continue;
        }
        write_roman(number, back);
        if (equal(back, word))
            printf("%s is %d\n", word, number);
        else
            printf("%s should be %s\n", word, back);
    }
    return 0;
}
