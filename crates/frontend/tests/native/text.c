/* ctype, memory and strings: models against the host. */
#include <ctype.h>
#include <libgen.h>
#include <wchar.h>
#include "native.h"

MODEL(isalpha); MODEL(isdigit); MODEL(isalnum); MODEL(isspace); MODEL(isblank); MODEL(iscntrl);
MODEL(isprint); MODEL(isgraph); MODEL(ispunct); MODEL(isupper); MODEL(islower); MODEL(isxdigit);
MODEL(toupper); MODEL(tolower); MODEL(__ctype_b_loc); MODEL(__ctype_toupper_loc);
MODEL(__ctype_tolower_loc);

void check_ctype(void) {
    for (int c = -128; c < 256; c++) {
#define SAME(f) EXPECT(!m_##f(c) == !(f)(c), #f "(%d)", c)
        SAME(isalpha); SAME(isdigit); SAME(isalnum); SAME(isspace); SAME(isblank); SAME(iscntrl);
        SAME(isprint); SAME(isgraph); SAME(ispunct); SAME(isupper); SAME(islower); SAME(isxdigit);
#undef SAME
        EXPECT(m_toupper(c) == (toupper)(c), "toupper(%d)", c);
        EXPECT(m_tolower(c) == (tolower)(c), "tolower(%d)", c);
        EXPECT((*m___ctype_b_loc())[c] == (*__ctype_b_loc())[c], "class %d: %x %x", c, (*m___ctype_b_loc())[c],
               (*__ctype_b_loc())[c]);
        EXPECT((*m___ctype_toupper_loc())[c] == (*__ctype_toupper_loc())[c], "toupper table %d", c);
        EXPECT((*m___ctype_tolower_loc())[c] == (*__ctype_tolower_loc())[c], "tolower table %d", c);
    }
    EXPECT(native_checks_failed == 0, "a valid character was refused");
    m_isalpha(256);
    m_isdigit(-129);
    EXPECT(native_checks_failed == 2, "an invalid character was accepted");
}

MODEL(memcpy); MODEL(memmove); MODEL(memset); MODEL(memcmp); MODEL(memchr); MODEL(mempcpy); MODEL(memccpy);
MODEL(memrchr); MODEL(memmem); MODEL(bcmp); MODEL(bcopy); MODEL(bzero); MODEL(rawmemchr);

static int sign(int n) {
    return (n > 0) - (n < 0);
}

static void fill(char *s, size_t n, unsigned int alphabet) {
    for (size_t i = 0; i < n; i++)
        s[i] = (char)(pick(8) == 0 ? 200 + pick(3) : 'a' + pick(alphabet));
}

void check_memory(void) {
    char a[40], b[40], x[40], y[40];
    for (int round = 0; round < 20000; round++) {
        fill(a, sizeof a, 3);
        memcpy(b, a, sizeof a);
        fill(x, sizeof x, 3);
        memcpy(y, x, sizeof x);
        size_t n = pick(20), i = pick(20), j = pick(20);
        int c = pick(4) == 0 ? 0x100 + 'a' : 'a' + (int)pick(4);
        EXPECT(m_memcpy(a + i, x + j, n) == a + i, "memcpy result");
        memcpy(b + i, y + j, n);
        EXPECT(memcmp(a, b, sizeof a) == 0, "memcpy contents");
        EXPECT(m_memmove(a + i, a + j, n) == a + i, "memmove result");
        memmove(b + i, b + j, n);
        EXPECT(memcmp(a, b, sizeof a) == 0, "memmove contents");
        EXPECT((char *)m_mempcpy(a + i, x + j, n) == a + i + n, "mempcpy result");
        mempcpy(b + i, y + j, n);
        EXPECT(memcmp(a, b, sizeof a) == 0, "mempcpy contents");
        EXPECT(sign(m_memcmp(a + i, a + j, n)) == sign(memcmp(a + i, a + j, n)), "memcmp");
        EXPECT(!m_bcmp(a + i, a + j, n) == !bcmp(a + i, a + j, n), "bcmp");
        EXPECT(m_memchr(a + i, c, n) == memchr(a + i, c, n), "memchr");
        EXPECT(m_memrchr(a + i, c, n) == memrchr(a + i, c, n), "memrchr");
        EXPECT(m_memmem(a, sizeof a, a + i, n % 4) == memmem(a, sizeof a, a + i, n % 4), "memmem");
        EXPECT(m_memmem(a + i, n % 3, x, j) == memmem(a + i, n % 3, x, j), "memmem, small");
        EXPECT(m_rawmemchr(a, a[i]) == rawmemchr(a, a[i]), "rawmemchr");
        char *p = m_memccpy(a + i, x + j, c, n), *q = memccpy(b + i, y + j, c, n);
        EXPECT((p == NULL) == (q == NULL) && (p == NULL || p - a == q - b), "memccpy result");
        EXPECT(memcmp(a, b, sizeof a) == 0, "memccpy contents");
        m_bcopy(a + i, a + j, n);
        bcopy(b + i, b + j, n);
        EXPECT(memcmp(a, b, sizeof a) == 0, "bcopy contents");
        EXPECT(m_memset(a + i, c, n) == a + i, "memset result");
        memset(b + i, c, n);
        EXPECT(memcmp(a, b, sizeof a) == 0, "memset contents");
        m_bzero(a + j, n);
        bzero(b + j, n);
        EXPECT(memcmp(a, b, sizeof a) == 0, "bzero contents");
    }
    EXPECT(native_checks_failed == 0, "a valid call was refused");
    m_memcpy(a, a + 4, 5);
    EXPECT(native_checks_failed == 1, "an overlap went unseen");
    m_memcpy(a, a + 5, 5);
    EXPECT(native_checks_failed == 1, "neighbours were refused");
}

MODEL(strlen); MODEL(strnlen); MODEL(strcpy); MODEL(strncpy); MODEL(stpcpy); MODEL(stpncpy); MODEL(strcat);
MODEL(strncat); MODEL(strcmp); MODEL(strncmp); MODEL(strcasecmp); MODEL(strncasecmp); MODEL(strchr);
MODEL(strrchr); MODEL(strchrnul); MODEL(strstr); MODEL(strcasestr); MODEL(strspn); MODEL(strcspn);
MODEL(strpbrk); MODEL(strtok); MODEL(strtok_r); MODEL(strsep); MODEL(strcoll); MODEL(strxfrm);
MODEL(index); MODEL(rindex); MODEL(strdup); MODEL(strndup); MODEL(free); MODEL(strerror); MODEL(ffs);
MODEL(dirname); MODEL(wcslen); MODEL(wcscmp); MODEL(wcscpy); MODEL(wcschr); MODEL(wcsstr); MODEL(wcsncmp);
char *m___xpg_basename(char *);
size_t m_strlcpy(char *, const char *, size_t);
size_t m_strlcat(char *, const char *, size_t);

/* A random string; mostly of few letters, so that searches find something. */
static void any_string(char *s, size_t limit) {
    size_t n = pick((unsigned int)limit);
    for (size_t i = 0; i < n; i++) {
        unsigned int kind = pick(12);
        s[i] = (char)(kind == 0 ? 1 + pick(255) : kind < 3 ? 'A' + pick(3) : 'a' + pick(3));
    }
    s[n] = '\0';
}

static void check_tokens(const char *text, const char *separators) {
    char a[64], b[64], *rest_a = NULL, *rest_b = NULL;
    strcpy(a, text);
    strcpy(b, text);
    char *p = m_strtok(a, separators), *q = strtok(b, separators);
    for (;;) {
        EXPECT((p == NULL) == (q == NULL) && (p == NULL || (p - a == q - b && strcmp(p, q) == 0)), "strtok");
        if (p == NULL || q == NULL)
            break;
        p = m_strtok(NULL, separators);
        q = strtok(NULL, separators);
    }
    strcpy(a, text);
    strcpy(b, text);
    p = m_strtok_r(a, separators, &rest_a);
    q = strtok_r(b, separators, &rest_b);
    while (p != NULL && q != NULL) {
        EXPECT(p - a == q - b && rest_a - a == rest_b - b, "strtok_r");
        p = m_strtok_r(NULL, separators, &rest_a);
        q = strtok_r(NULL, separators, &rest_b);
    }
    EXPECT(p == NULL && q == NULL, "strtok_r end");
    strcpy(a, text);
    strcpy(b, text);
    rest_a = a;
    rest_b = b;
    do {
        p = m_strsep(&rest_a, separators);
        q = strsep(&rest_b, separators);
        EXPECT((p == NULL) == (q == NULL) && (p == NULL || strcmp(p, q) == 0), "strsep");
    } while (p != NULL && q != NULL);
}

void check_string(void) {
    char a[64], b[64], x[64], y[64];
    for (int round = 0; round < 20000; round++) {
        any_string(x, 24);
        any_string(y, 5);
        size_t n = pick(26);
        int c = pick(8) == 0 ? 0 : 'a' + (int)pick(4) + (int)(pick(4) == 0) * 256;
        EXPECT(m_strlen(x) == strlen(x), "strlen");
        EXPECT(m_strnlen(x, n) == strnlen(x, n), "strnlen");
        EXPECT(sign(m_strcmp(x, y)) == sign(strcmp(x, y)), "strcmp");
        EXPECT(sign(m_strncmp(x, y, n)) == sign(strncmp(x, y, n)), "strncmp");
        EXPECT(sign(m_strcoll(x, y)) == sign(strcoll(x, y)), "strcoll");
        EXPECT(sign(m_strcasecmp(x, y)) == sign(strcasecmp(x, y)), "strcasecmp");
        EXPECT(sign(m_strncasecmp(x, y, n)) == sign(strncasecmp(x, y, n)), "strncasecmp");
        EXPECT(m_strchr(x, c) == strchr(x, c), "strchr");
        EXPECT(m_strrchr(x, c) == strrchr(x, c), "strrchr");
        EXPECT(m_index(x, c) == index(x, c), "index");
        EXPECT(m_rindex(x, c) == rindex(x, c), "rindex");
        EXPECT(m_strchrnul(x, c) == strchrnul(x, c), "strchrnul");
        EXPECT(m_strstr(x, y) == strstr(x, y), "strstr");
        EXPECT(m_strcasestr(x, y) == strcasestr(x, y), "strcasestr");
        EXPECT(m_strspn(x, y) == strspn(x, y), "strspn");
        EXPECT(m_strcspn(x, y) == strcspn(x, y), "strcspn");
        EXPECT(m_strpbrk(x, y) == strpbrk(x, y), "strpbrk");
        check_tokens(x, y);
        memset(a, '#', sizeof a);
        memset(b, '#', sizeof b);
        EXPECT(m_strcpy(a, x) == a, "strcpy result");
        strcpy(b, x);
        EXPECT(memcmp(a, b, sizeof a) == 0, "strcpy contents");
        EXPECT(m_strcat(a, y) == a, "strcat result");
        strcat(b, y);
        EXPECT(memcmp(a, b, sizeof a) == 0, "strcat contents");
        EXPECT(m_strncat(a, x, n % 8) == a, "strncat result");
        strncat(b, x, n % 8);
        EXPECT(memcmp(a, b, sizeof a) == 0, "strncat contents");
        EXPECT(m_strncpy(a, x, n) == a, "strncpy result");
        strncpy(b, x, n);
        EXPECT(memcmp(a, b, sizeof a) == 0, "strncpy contents");
        EXPECT(m_stpcpy(a + 3, x) - a == stpcpy(b + 3, x) - b, "stpcpy result");
        EXPECT(memcmp(a, b, sizeof a) == 0, "stpcpy contents");
        EXPECT(m_stpncpy(a, x, n) - a == stpncpy(b, x, n) - b, "stpncpy result");
        EXPECT(memcmp(a, b, sizeof a) == 0, "stpncpy contents");
        EXPECT(m_strxfrm(a, x, n) == strxfrm(b, x, n), "strxfrm result");
        EXPECT(strlen(x) >= n || strcmp(a, b) == 0, "strxfrm contents");
        /* strlcpy and strlcat by snprintf, which cuts in the same way. */
        EXPECT(m_strlcpy(a, x, n) == (size_t)snprintf(b, n, "%s", x), "strlcpy result");
        EXPECT(n == 0 || strcmp(a, b) == 0, "strlcpy contents");
        if (n > 0) {
            snprintf(a, n, "%s", y);
            snprintf(b, n, "%s", y);
            size_t used = strlen(a);
            EXPECT(m_strlcat(a, x, n) == used + (size_t)snprintf(b + used, n - used, "%s", x), "strlcat result");
            EXPECT(strcmp(a, b) == 0, "strlcat contents");
        }
        char *p = m_strdup(x), *q = m_strndup(x, n), *host = strndup(x, n);
        EXPECT(strcmp(p, x) == 0 && strcmp(q, host) == 0, "strdup");
        m_free(p);
        m_free(q);
        free(host);
    }
    EXPECT(native_checks_failed == 0, "a valid call was refused");
    strcpy(a, "overlap");
    m_strcpy(a, a + 2);
    EXPECT(native_checks_failed == 1, "an overlap went unseen");
    a[0] = '\0';
    m_strncpy(a, a, 1);
    EXPECT(native_checks_failed == 2, "a terminator copied onto itself went unseen");
    strcpy(a, "0123ab");
    m_strncpy(a, a + 4, 8);
    EXPECT(native_checks_failed == 3, "padding over the source went unseen");
    strcpy(a, "0123ab");
    m_strncpy(a, a + 4, 4);
    EXPECT(native_checks_failed == 3, "neighbours were refused");
    m_stpncpy(a + 4, a, 4);
    EXPECT(native_checks_failed == 3, "neighbours were refused");
    a[0] = '\0';
    m_strncat(a, a, 3);
    EXPECT(native_checks_failed == 4, "nothing appended to itself went unseen");
    for (int i = -3; i < 140; i++)
        EXPECT(strcmp(m_strerror(i), strerror(i)) == 0, "strerror(%d): %s / %s", i, m_strerror(i), strerror(i));
    for (int i = 0; i < 33; i++)
        EXPECT(m_ffs(i == 0 ? 0 : (int)(1u << (i - 1))) == i, "ffs");
    static const char *const paths[] = {"", "/", "//", "///", "a", "a/", "/a", "//a", "/a/", "a/b", "a//b", "/a/b/c",
                                        "/a/b//", ".", "..", "./a", "//a//b//"};
    for (size_t i = 0; i < sizeof paths / sizeof paths[0]; i++) {
        strcpy(a, paths[i]);
        strcpy(b, paths[i]);
        EXPECT(strcmp(m_dirname(a), dirname(b)) == 0, "dirname %s: %s", paths[i], m_dirname(strcpy(a, paths[i])));
        strcpy(a, paths[i]);
        strcpy(b, paths[i]);
        EXPECT(strcmp(m___xpg_basename(a), __xpg_basename(b)) == 0, "basename %s", paths[i]);
    }
    wchar_t wide[16];
    m_wcscpy(wide, L"abcabd");
    EXPECT(wcscmp(wide, L"abcabd") == 0 && m_wcslen(wide) == 6, "wcscpy");
    EXPECT(m_wcscmp(L"ab", L"ac") == wcscmp(L"ab", L"ac") && m_wcscmp(L"b", L"a") == 1, "wcscmp");
    EXPECT(m_wcsncmp(L"abc", L"abd", 2) == 0, "wcsncmp");
    EXPECT(m_wcschr(wide, L'c') == wide + 2 && m_wcsstr(wide, L"abd") == wide + 3, "wcschr, wcsstr");
}
