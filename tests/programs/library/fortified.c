// because: run
// expect: same-as-cc
/* What a file looks like that was preprocessed with _FORTIFY_SOURCE and ctype's macros elsewhere. */
typedef __SIZE_TYPE__ size_t;
extern void *__memcpy_chk(void *, const void *, size_t, size_t);
extern void *__memset_chk(void *, int, size_t, size_t);
extern void *__memmove_chk(void *, const void *, size_t, size_t);
extern char *__strcpy_chk(char *, const char *, size_t);
extern char *__strcat_chk(char *, const char *, size_t);
extern char *__strncpy_chk(char *, const char *, size_t, size_t);
extern int __printf_chk(int, const char *, ...);
extern int __sprintf_chk(char *, int, size_t, const char *, ...);
extern int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
extern int __isoc99_sscanf(const char *, const char *, ...);
extern const unsigned short **__ctype_b_loc(void);
extern const int **__ctype_toupper_loc(void);
extern int *__errno_location(void);

int main(void) {
    char buf[32], *p;
    __strcpy_chk(buf, "fortified", sizeof buf);
    __strcat_chk(buf, " text", sizeof buf);
    __printf_chk(1, "%s %d\n", buf, 5);
    __memset_chk(buf, '-', 3, sizeof buf);
    __memmove_chk(buf + 1, buf, 6, sizeof buf - 1);
    __printf_chk(1, "%s\n", buf);
    __sprintf_chk(buf, 1, sizeof buf, "%05d", 42);
    __printf_chk(1, "%s %d\n", buf, __snprintf_chk(buf + 8, 4, 1, sizeof buf - 8, "%s", "long text"));
    __memcpy_chk(buf, "abc1", 5, sizeof buf);
    __strncpy_chk(buf + 5, "xyz", 5, sizeof buf - 5);
    int letters = 0, a = 0, b = 0;
    for (p = buf; *p; p++) {
        letters += ((*__ctype_b_loc())[(int)(*p)] & (unsigned short)1024) != 0;
        *p = (char)(*__ctype_toupper_loc())[(int)*p];
    }
    int n = __isoc99_sscanf("12 34", "%d %d", &a, &b);
    (*__errno_location()) = 7;
    __printf_chk(1, "%d %s %s %d %d %d %d\n", letters, buf, buf + 5, n, a, b, (*__errno_location()));
    return 0;
}
