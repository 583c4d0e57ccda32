// because: run
// expect: same-as-cc
#include <stdio.h>

struct empty_list {
    int x;
    ;
};

;

int main(void) {
    ;
    ;
    int i;
    for (i = 0; i < 5; i++)
        ;
    if (i)
        ;
    else
        printf("no\n");
    {
    }
    {
        ;
    }
    while (i-- > 0) {
    }
    switch (i)
        ;
    0;
    (void)i;
    "string";
    i + 1;
label:
    printf("%d\n", i);
    if (i == -1) {
        i = 0;
        goto label;
    }
    return 0;
}
