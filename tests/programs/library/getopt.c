// because: run
// expect: same-as-cc
// args: -a file -bvalue -c other -- -d
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    int option;
    while ((option = getopt(argc, argv, "ab:c:d")) != -1)
        printf("%c %s\n", option, optarg ? optarg : "-");
    for (int i = optind; i < argc; i++)
        printf("%s ", argv[i]);
    printf("%d\n", optind);
    return 0;
}
