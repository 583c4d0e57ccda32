// because: run
// expect: same-as-cc
// Old programs declare library functions themselves, without parameters.
int printf();
char *malloc();
char *strcpy();
void free();
int strlen();

int main()
{
    char *p = malloc(10L);
    strcpy(p, "hello");
    printf("%s %d\n", p, strlen(p));
    free(p);
    exit(3);
}
