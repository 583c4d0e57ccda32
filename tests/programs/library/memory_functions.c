// because: run
// expect: same-as-cc
#include <stdio.h>
#include <string.h>

struct record {
    int id;
    char name[8];
    double weight;
};

int main(void) {
    struct record a = {1, "one", 1.5}, b, array[4];
    memcpy(&b, &a, sizeof a);
    b.id = 2;
    printf("%d %s %g\n", b.id, b.name, b.weight);
    memset(array, 0, sizeof array);
    array[1] = a;
    memmove(&array[2], &array[1], 2 * sizeof array[0]);
    memmove(&array[0], &array[2], sizeof array[0]);
    for (int i = 0; i < 4; i++)
        printf("%d%s ", array[i].id, array[i].name);
    printf("\n");
    char text[] = "abcdefgh";
    memmove(text + 2, text, 5);
    printf("%s\n", text);
    memmove(text, text + 3, 4);
    printf("%s\n", text);
    printf("%d %d %d\n", memcmp("abc", "abd", 2), memcmp("abc", "abd", 3) < 0, memcmp("b", "a\xff", 1) > 0);
    int ones;
    memset(&ones, 0xff, sizeof ones);
    printf("%d\n", ones);
    memcpy(text, "", 0);
    printf("%s\n", (char *)memset(text, 'z', 3));
    return 0;
}
