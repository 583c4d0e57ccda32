// because: run
// expect: same-as-cc
// A jump back over declarations leaves their scope: clean-up runs, run-time arrays go, other variables live on.
#include <stdio.h>

static void show(int *p)
{
    printf("(%d) ", *p);
}
#define CLEAN __attribute__((cleanup(show)))

int main(void)
{
    int k = 0;
    int *kept = 0;
    {
    again:;
        CLEAN int a = k;
        int v[k + 1];
        v[k] = k;
        CLEAN int b = 100 + v[k];
        if (kept)
            printf("kept %d ", *kept);
        int x = 7 + k;
        kept = &x;
        {
            CLEAN int inner = 200;
            if (k++ < 2)
                goto again;
        }
        puts("end");
    }
    {
        int j = 0;
        {
        inside:;
            CLEAN int q = 300 + j;
            if (j)
                goto out;
        }
        CLEAN int z = 400;
        j++;
        goto inside;
    out:
        puts("out");
    }
    return 0;
}
