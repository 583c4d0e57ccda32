/*
 * POSIX's getopt with GNU's habit of looking for options behind the operands: when it is done, the operands
 * are at the end of argv in their order. An option string that starts with + or - asks for other orders; a
 * colon asks for silence. No getopt_long.
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

int getopt(int argc, char *const given[], const char *options) {
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
        cluster = argv[optind - operands] + 1;
        optind++;
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
