/*
 * POSIX's getopt with GNU's habit of looking for options behind the operands: when it is done, the operands
 * are at the end of argv in their order. An option string that starts with + or - asks for other orders; a
 * colon asks for silence. getopt_long knows words, too, which may be cut short as long as they are one word only.
 */
#include "because.h"

char *optarg;
int optind = 1;
int opterr = 1;
int optopt = '?';

/* The rest of a cluster such as -abc. */
static char *cluster;
/* How many operands stand between the options seen so far and argv[optind]. */
static int operands;

static void complain(const char *program, const char *text, int option) {
    for (size_t i = 0; program[i] != '\0'; i++)
        __because_putchar(2, (unsigned char)program[i]);
    for (size_t i = 0; text[i] != '\0'; i++)
        __because_putchar(2, (unsigned char)text[i]);
    __because_putchar(2, (unsigned char)option);
    __because_putchar(2, '\'');
    __because_putchar(2, '\n');
}

/* Moves argv[from] in front of the operands before it. */
static void move_up(char **argv, int from) {
    char *moved = argv[from];
    for (int i = from; i > from - operands; i--)
        argv[i] = argv[i - 1];
    argv[from - operands] = moved;
}

/* The host's struct option. */
struct __model_option {
    const char *name;
    int has_arg;
    int *flag;
    int val;
};

/* The words that are known, and where to say which one it was. */
struct __model_words {
    const struct __model_option *all;
    int *index;
    /* Whether one dash is enough. */
    _Bool only;
};

static void complain_word(const char *program, const char *text, const char *word) {
    if (!opterr)
        return;
    for (size_t i = 0; program[i] != '\0'; i++)
        __because_putchar(2, (unsigned char)program[i]);
    for (size_t i = 0; text[i] != '\0'; i++)
        __because_putchar(2, (unsigned char)text[i]);
    for (size_t i = 0; word[i] != '\0' && word[i] != '='; i++)
        __because_putchar(2, (unsigned char)word[i]);
    __because_putchar(2, '\'');
    __because_putchar(2, '\n');
}

/* Which of the words it is: -1 for none, -2 for more than one. */
static int find_word(const struct __model_option *all, const char *word) {
    int found = -1;
    for (int i = 0; all[i].name != NULL; i++) {
        const char *name = all[i].name;
        size_t at = 0;
        while (word[at] != '\0' && word[at] != '=' && name[at] == word[at])
            at++;
        if (word[at] != '\0' && word[at] != '=')
            continue;
        if (name[at] == '\0')
            return i;
        if (found == -1)
            found = i;
        else if (found >= 0 && (all[found].has_arg != all[i].has_arg || all[found].flag != all[i].flag ||
                                all[found].val != all[i].val))
            found = -2;
    }
    return found;
}

/* The option that a word is; it may have its argument behind it. */
static int word_option(int argc, char **argv, const char *word, int number, const struct __model_words *words,
                       _Bool silent) {
    const struct __model_option *option = &words->all[number];
    size_t at = 0;
    while (word[at] != '\0' && word[at] != '=')
        at++;
    if (word[at] == '=') {
        if (option->has_arg == 0) {
            if (!silent)
                complain_word(argv[0], ": option doesn't allow an argument '--", word);
            optopt = option->val;
            return '?';
        }
        optarg = (char *)word + at + 1;
    } else if (option->has_arg == 1) {
        if (optind >= argc) {
            if (!silent)
                complain_word(argv[0], ": option requires an argument '--", word);
            optopt = option->val;
            return silent ? ':' : '?';
        }
        move_up(argv, optind);
        optarg = argv[optind - operands];
        optind++;
    }
    if (words->index != NULL)
        *words->index = number;
    if (option->flag == NULL)
        return option->val;
    *option->flag = option->val;
    return 0;
}

static int next_option(int argc, char *const given[], const char *options, const struct __model_words *words) {
    char **argv = (char **)given;
    char order = 0;
    if (options[0] == '+' || options[0] == '-') {
        order = options[0];
        options++;
    }
    _Bool silent = options[0] == ':';
    optarg = NULL;
    if (optind == 0) {
        optind = 1;
        cluster = NULL;
        operands = 0;
    }
    if (cluster == NULL || *cluster == '\0') {
        while (optind < argc && (argv[optind][0] != '-' || argv[optind][1] == '\0')) {
            if (order == '+')
                return -1;
            if (order == '-') {
                optarg = argv[optind];
                optind++;
                return 1;
            }
            operands++;
            optind++;
        }
        if (optind >= argc) {
            optind -= operands;
            operands = 0;
            return -1;
        }
        if (argv[optind][1] == '-' && argv[optind][2] == '\0') {
            move_up(argv, optind);
            optind = optind + 1 - operands;
            operands = 0;
            return -1;
        }
        move_up(argv, optind);
        char *word = argv[optind - operands] + 1;
        optind++;
        if (words != NULL && (word[0] == '-' || (words->only && word[1] != '\0'))) {
            _Bool two = word[0] == '-';
            int number = find_word(words->all, word + two);
            if (number >= 0)
                return word_option(argc, argv, word + two, number, words, silent);
            if (two || number == -2) {
                if (!silent)
                    complain_word(argv[0],
                                  number == -2 ? ": option is ambiguous '--" : ": unrecognized option '--", word + two);
                optopt = 0;
                return '?';
            }
        }
        cluster = word;
    }
    int option = (unsigned char)*cluster;
    cluster++;
    size_t i = 0;
    while (options[i] != '\0' && (unsigned char)options[i] != option)
        i++;
    if (option == ':' || options[i] == '\0') {
        if (opterr && !silent)
            complain(argv[0], ": invalid option -- '", option);
        optopt = option;
        return '?';
    }
    if (options[i + 1] != ':')
        return option;
    if (*cluster != '\0') {
        optarg = cluster;
    } else if (options[i + 2] != ':') {
        if (optind >= argc) {
            if (opterr && !silent)
                complain(argv[0], ": option requires an argument -- '", option);
            optopt = option;
            cluster = NULL;
            return silent ? ':' : '?';
        }
        move_up(argv, optind);
        optarg = argv[optind - operands];
        optind++;
    }
    cluster = NULL;
    return option;
}

int getopt(int argc, char *const given[], const char *options) {
    return next_option(argc, given, options, NULL);
}

int getopt_long(int argc, char *const given[], const char *options, const struct __model_option *all, int *index) {
    struct __model_words words = {.all = all, .index = index};
    return next_option(argc, given, options, &words);
}

int getopt_long_only(int argc, char *const given[], const char *options, const struct __model_option *all,
                     int *index) {
    struct __model_words words = {.all = all, .index = index, .only = 1};
    return next_option(argc, given, options, &words);
}
