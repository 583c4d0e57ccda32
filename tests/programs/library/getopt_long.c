// because: run
// expect: same-as-cc
// args: first --verbose -n3 --out=x --level 4 second --ver -qv --nothing --level --no-such -- --last
// Words as options: with and without arguments, cut short, unknown, between operands.
#include <getopt.h>
#include <stdio.h>

static int quiet;

static const struct option words[] = {
    {"verbose", no_argument, NULL, 'v'},     {"level", required_argument, NULL, 'l'},
    {"out", optional_argument, NULL, 'o'},   {"quiet", no_argument, &quiet, 5},
    {"nothing", no_argument, &quiet, 9},     {"now", no_argument, NULL, 'w'},
    {NULL, 0, NULL, 0},
};

int main(int argc, char **argv) {
    int c, index = -1;
    opterr = 0;
    while ((c = getopt_long(argc, argv, "n:qvl:o::", words, &index)) != -1) {
        printf("%d", c);
        if (c > 32)
            printf(" '%c'", c);
        printf(" %s quiet %d index %d\n", optarg ? optarg : "-", quiet, index);
    }
    for (; optind < argc; optind++)
        printf("operand %s\n", argv[optind]);
    char *again[] = {"again", "-verbose", "-n", "2", "-level=7", "-q", "-no", NULL};
    optind = 0;
    while ((c = getopt_long_only(7, again, "n:q", words, NULL)) != -1)
        printf("%d %s\n", c, optarg ? optarg : "-");
    return optind;
}
