// because: run
// expect: same-as-cc
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    static char text[] = "BECAUSE_B=two";
    setenv("BECAUSE_A", "one", 1);
    setenv("BECAUSE_A", "other", 0);
    putenv(text);
    printf("%s %s\n", getenv("BECAUSE_A"), getenv("BECAUSE_B"));
    setenv("BECAUSE_A", "three", 1);
    unsetenv("BECAUSE_B");
    printf("%s %d %d\n", getenv("BECAUSE_A"), getenv("BECAUSE_B") == NULL, setenv("a=b", "c", 1));
    return 0;
}
