/* Input, output, the calendar and getopt: models against the host. */
#include <time.h>
#include <unistd.h>
#include "native.h"

MODEL(sscanf); MODEL(scanf); MODEL(getchar); MODEL(ungetc); MODEL(fgets); MODEL(getline); MODEL(fread);
MODEL(feof); MODEL(clearerr); MODEL(free); MODEL(fgetc);
extern FILE *m_stdin, *m_stdout, *m_stderr;
char *m_gets(char *);

/* All targets of a scan, as bytes. */
struct targets {
    unsigned char bytes[6][64];
};

#define SIX(t) (t).bytes[0], (t).bytes[1], (t).bytes[2], (t).bytes[3], (t).bytes[4], (t).bytes[5]

static void one_scan(const char *text, const char *format) {
    struct targets model, host;
    memset(&model, 0x5a, sizeof model);
    memset(&host, 0x5a, sizeof host);
    m_errno = errno = 0;
    int got = m_sscanf(text, format, SIX(model));
    int want = sscanf(text, format, SIX(host));
    EXPECT(got == want, "sscanf(\"%s\", \"%s\") is %d, not %d", text, format, got, want);
    EXPECT(memcmp(&model, &host, sizeof model) == 0, "sscanf(\"%s\", \"%s\") stores something else", text, format);

    /* The same from a stream, where also what is left can be compared. */
    if (text[0] == '\0')
        return;
    memset(&model, 0x5a, sizeof model);
    memset(&host, 0x5a, sizeof host);
    native_input = text;
    m_clearerr(m_stdin);
    FILE *stream = fmemopen((void *)text, strlen(text), "r");
    got = m_scanf(format, SIX(model));
    want = fscanf(stream, format, SIX(host));
    EXPECT(got == want, "scanf(\"%s\", \"%s\") is %d, not %d", text, format, got, want);
    EXPECT(memcmp(&model, &host, sizeof model) == 0, "scanf(\"%s\", \"%s\") stores something else", text, format);
    EXPECT(!m_feof(m_stdin) == !feof(stream), "scanf(\"%s\", \"%s\") end of file", text, format);
    int c, d;
    do {
        c = m_fgetc(m_stdin);
        d = fgetc(stream);
        EXPECT(c == d, "scanf(\"%s\", \"%s\") leaves %d, not %d", text, format, c, d);
    } while (c != EOF && d != EOF);
    while (m_fgetc(m_stdin) != EOF) {
    }
    fclose(stream);
}

void check_scanf(void) {
    static const char *const texts[] = {
        "", " ", "12", "-12 34", "+7,8", "0x1f 077 0b1", "0x", "0xg", "-", "+-3", "12abc", "abc 12", "  hello world",
        "3.14 2.5e3 -1e-2", "1e", "1e+", "1e+x", ".5.5", ".", "-.", "inf nan -infinity", "infin", "in", "na", "nano",
        "0x1.8p3", "0x.8", "0xp", "0x1p", "99999999999", "99999999999999999999", "-99999999999999999999", "a-b-c",
        "x=5 y=6", "50%", "%", "(nil)", "(nib)", "0x7fff", "[abc]", "^abc", "a\nb\tc", "   ", "\n", "1 2 3 4 5 6",
        "1,2,3", "300 70000", "0", "00", "-0x10", "08", "1.", "1.e5", "123456789", "i", "n", "0.1.2", "5e", "-inf",
        "+nan(12)", "1 ", "12:34:56", "]]", "a]b",
    };
    static const char *const formats[] = {
        "%d", "%d %d", "%d%d", "%d,%d", "%i %i %i", "%u", "%o", "%x", "%X %x", "%5d%5d", "%1d%1d%1d", "%hd", "%hhd",
        "%ld", "%lld", "%Ld", "%qd", "%jd", "%zu", "%td", "%hhu %hu", "%c", "%3c", "%c%c", " %c", "%s", "%2s%s",
        "%s %s", "%[abc]", "%[^ ]", "%[a-z]", "%[^-]%*c%[^-]", "%[]a]", "%[^]]", "%[a-]", "%[-a]", "%[z-a]",
        "%3[a-z]%d", "%f", "%lf", "%Lf", "%f %lf", "%e%g", "%3f%f", "%a", "%1f%2f%3f", "%n", "%d%n", "%*d%d", "%*s%n",
        "x=%d y=%d", "%d%%", "%%", " %%", "%p", "%d %s", "%*c%c", "", " ", "abc", "%", "%5", "%l", "%d %n%s%n",
        "%2d:%2d:%2d", "%s%n", "%*[a-z]%n", "%hhx", "%lx %lo", "%*f%d", "%4f", "%2f", "%4x", "%2x%s", "%3x%s", "%1x%s",
        "%3i", "%2i%s", "%[0-9]%[a-z]", "%4lf%s", "%5lf%s", "%d,%d,%d",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        for (size_t j = 0; j < sizeof formats / sizeof formats[0]; j++)
            one_scan(texts[i], formats[j]);
    for (int round = 0; round < 40000; round++) {
        static const char alphabet[] = "  \n+-00123456789..xXeEpPabfinINFnaty,%";
        char text[24];
        unsigned int n = pick(22);
        for (unsigned int i = 0; i < n; i++)
            text[i] = alphabet[pick(sizeof alphabet - 1)];
        text[n] = '\0';
        one_scan(text, formats[pick(sizeof formats / sizeof formats[0])]);
    }
    EXPECT(native_unsupported == 0, "something common is not supported");
    /* errno after numbers out of range. */
    int x;
    m_errno = 0;
    m_sscanf("99999999999999999999", "%d", &x);
    EXPECT(m_errno == ERANGE, "scanf sets errno");
    char *text;
    m_sscanf("a", "%ms", &text);
    EXPECT(native_unsupported == 1, "the m modifier is reported");
}

void check_input(void) {
    static const char *const texts[] = {"", "a", "a\n", "a\nbc\n", "\n\n", "0123456789abcdef\nxyz", "no newline at the end"};
    for (size_t t = 0; t < sizeof texts / sizeof texts[0]; t++) {
        const char *text = texts[t];
        char a[32], b[32];
        for (int size = 0; size < 12; size++) {
            FILE *stream = text[0] ? fmemopen((void *)text, strlen(text), "r") : fopen("/dev/null", "r");
            native_input = text;
            m_clearerr(m_stdin);
            for (int i = 0; i < 25; i++) {
                memset(a, '#', sizeof a);
                memset(b, '#', sizeof b);
                char *p = m_fgets(a, size, m_stdin), *q = fgets(b, size, stream);
                EXPECT((p == NULL) == (q == NULL), "fgets of %d from \"%s\"", size, text);
                EXPECT(p == NULL || memcmp(a, b, sizeof a) == 0, "fgets of %d from \"%s\": contents", size, text);
                EXPECT(!m_feof(m_stdin) == !feof(stream), "feof, size %d of \"%s\"", size, text);
            }
            fclose(stream);
        }
        native_input = text;
        m_clearerr(m_stdin);
        FILE *stream = text[0] ? fmemopen((void *)text, strlen(text), "r") : fopen("/dev/null", "r");
        char *line = NULL, *host = NULL;
        size_t size = 0, host_size = 0;
        for (;;) {
            ssize_t n = m_getline(&line, &size, m_stdin), m = getline(&host, &host_size, stream);
            EXPECT(n == m, "getline of \"%s\": %zd, not %zd", text, n, m);
            if (n < 0 || m < 0)
                break;
            EXPECT(strcmp(line, host) == 0 && size == host_size, "getline of \"%s\"", text);
        }
        m_free(line);
        free(host);
        fclose(stream);
        native_input = text;
        m_clearerr(m_stdin);
        stream = text[0] ? fmemopen((void *)text, strlen(text), "r") : fopen("/dev/null", "r");
        memset(a, 0, sizeof a);
        memset(b, 0, sizeof b);
        EXPECT(m_fread(a, 3, 4, m_stdin) == fread(b, 3, 4, stream), "fread of \"%s\"", text);
        EXPECT(memcmp(a, b, sizeof a) == 0, "fread of \"%s\": contents", text);
        fclose(stream);
    }
    native_input = "xyz";
    m_clearerr(m_stdin);
    EXPECT(m_getchar() == 'x' && m_ungetc('Q', m_stdin) == 'Q' && m_getchar() == 'Q', "ungetc");
    EXPECT(m_getchar() == 'y' && m_getchar() == 'z' && m_getchar() == EOF && m_feof(m_stdin), "getchar");
    EXPECT(m_ungetc(EOF, m_stdin) == EOF && m_ungetc('!', m_stdin) == '!' && !m_feof(m_stdin), "ungetc at the end");
    char buf[8];
    native_input = "gh\n\n";
    EXPECT(m_gets(buf) == buf && strcmp(buf, "!") != 0, "gets");
    EXPECT(strcmp(buf, "!gh") == 0 && m_gets(buf) == buf && buf[0] == '\0' && m_gets(buf) == NULL, "gets");
    /* A long line: the storage grows. */
    static char wide[1000];
    memset(wide, 'w', sizeof wide - 1);
    native_input = wide;
    m_clearerr(m_stdin);
    char *line = NULL;
    size_t size = 0;
    EXPECT(m_getline(&line, &size, m_stdin) == 999 && strcmp(line, wide) == 0, "getline, long");
    m_free(line);
    EXPECT(native_checks_failed == 0, "a valid call was refused");
}

MODEL(printf); MODEL(fprintf); MODEL(sprintf); MODEL(snprintf); MODEL(puts); MODEL(fputs); MODEL(putchar);
MODEL(fputc); MODEL(fwrite); MODEL(perror); MODEL(fflush); MODEL(asprintf); MODEL(dprintf); MODEL(write);

void check_output(void) {
    char buf[64];
    EXPECT(m_printf("%d-%s;", 5, "x") == 4 && m_puts("puts") == 5 && m_putchar('c') == 'c', "stdout");
    EXPECT(m_fprintf(m_stdout, "%c", 'd') == 1 && m_fputs("ef", m_stdout) == 1 && m_fputc('g', m_stdout) == 'g', "f");
    EXPECT(m_fwrite("hijk", 2, 2, m_stdout) == 2 && m_write(1, "lm", 2) == 2 && m_dprintf(1, "%x", 255) == 2, "w");
    EXPECT(m_fflush(NULL) == 0 && m_fflush(m_stdout) == 0, "fflush");
    EXPECT(strcmp(native_output[1], "5-x;puts\ncdefghijklmff") == 0, "stdout is %s", native_output[1]);
    m_errno = ENOENT;
    m_perror("open");
    m_perror("");
    EXPECT(m_fprintf(m_stderr, "e") == 1, "stderr");
    EXPECT(strcmp(native_output[2], "open: No such file or directory\nNo such file or directory\ne") == 0, "stderr is %s",
           native_output[2]);
    EXPECT(m_sprintf(buf, "%05d", 42) == 5 && strcmp(buf, "00042") == 0, "sprintf");
    EXPECT(m_snprintf(buf, 4, "%s", "abcdef") == 6 && strcmp(buf, "abc") == 0, "snprintf");
    char *text;
    EXPECT(m_asprintf(&text, "%s%d", "n", 1) == 2 && strcmp(text, "n1") == 0, "asprintf");
    m_free(text);
    EXPECT(m_fputc('x', m_stdin) == EOF && m_errno == EBADF, "writing to stdin");
    EXPECT(native_checks_failed == 0, "a valid call was refused");
}

MODEL(gmtime_r); MODEL(localtime_r); MODEL(mktime); MODEL(timegm); MODEL(strftime); MODEL(asctime); MODEL(time);
MODEL(difftime);

void check_calendar(void) {
    setenv("TZ", "UTC0", 1);
    tzset();
    for (int round = 0; round < 20000; round++) {
        time_t when = (time_t)pick(UINT_MAX) * (1 + (time_t)pick(20)) - 20000000000;
        if (round < 800)
            when = (time_t)86400 * 365 * (round - 400) + (time_t)pick(200000);
        struct tm a, b;
        memset(&a, 0, sizeof a);
        memset(&b, 0, sizeof b);
        m_gmtime_r(&when, &a);
        gmtime_r(&when, &b);
        EXPECT(memcmp(&a, &b, 9 * sizeof(int)) == 0 && a.tm_gmtoff == b.tm_gmtoff && strcmp(a.tm_zone, b.tm_zone) == 0,
               "gmtime(%ld)", (long)when);
        char x[128], y[128];
        static const char *const formats[] = {
            "%Y-%m-%d %H:%M:%S", "%a %A %b %B %h", "%c|%x|%X|%r|%R|%T|%D|%F", "%C %y %e %I %l %k %j %p", "%U %W %V %G %g %u %w",
            "%n%t%%%z %Z %s", "%Ey%Od",
        };
        const char *format = formats[pick(sizeof formats / sizeof formats[0])];
        size_t n = m_strftime(x, sizeof x, format, &b), m = strftime(y, sizeof y, format, &b);
        EXPECT(n == m && strcmp(x, y) == 0, "strftime %s of %ld: %s, not %s", format, (long)when, x, y);
        size_t small = pick(12);
        EXPECT(m_strftime(x, small, format, &b) == strftime(y, small, format, &b), "strftime into %zu", small);
        EXPECT(b.tm_year > 8000 || b.tm_year < -900 || strcmp(m_asctime(&b), asctime(&b)) == 0, "asctime");
        b.tm_mday += (int)pick(100) - 50;
        b.tm_mon += (int)pick(40) - 20;
        b.tm_hour += (int)pick(100) - 50;
        b.tm_sec += (int)pick(1000) - 500;
        a = b;
        EXPECT(m_timegm(&a) == timegm(&b), "timegm");
        EXPECT(memcmp(&a, &b, 9 * sizeof(int)) == 0, "timegm normalises");
        EXPECT(m_mktime(&a) == mktime(&b), "mktime");
    }
    native_environment = 100;
    time_t now;
    EXPECT(m_time(&now) == 100 && now == 100, "time");
    native_environment = 50;
    EXPECT(m_time(NULL) == 100, "time does not go back");
    EXPECT(m_difftime(5, 3) == 2.0, "difftime");
}

MODEL(getopt);
extern char *m_optarg;
extern int m_optind, m_optopt, m_opterr;

static void one_getopt(char **given, int count, const char *options) {
    char *a[12] = {0}, *b[12] = {0};
    memcpy(a, given, (size_t)count * sizeof *given);
    memcpy(b, given, (size_t)count * sizeof *given);
    m_optind = optind = 0;
    m_opterr = opterr = 0;
    for (;;) {
        int got = m_getopt(count, a, options), want = getopt(count, b, options);
        EXPECT(got == want, "getopt: %d, not %d", got, want);
        if (got == -1 || want == -1)
            break;
        EXPECT((m_optarg == NULL) == (optarg == NULL) && (optarg == NULL || strcmp(m_optarg, optarg) == 0), "optarg");
        EXPECT(got != '?' || m_optopt == optopt, "optopt");
    }
    EXPECT(m_optind == optind, "optind %d, not %d", m_optind, optind);
    for (int i = 0; i < count; i++)
        EXPECT(strcmp(a[i], b[i]) == 0, "the order of arguments");
}

void check_getopt(void) {
    static char *const words[] = {"-a", "-b", "-c", "file", "-cvalue", "-ab", "--", "-", "-x", "-abc", "other", "-d", "-dopt"};
    static const char *const options[] = {"abc:", ":abc:", "+abc:", "-abc:", "abc:d::"};
    for (int round = 0; round < 20000; round++) {
        char *argv[12] = {"program"};
        int count = 1 + (int)pick(8);
        for (int i = 1; i < count; i++)
            argv[i] = words[pick(sizeof words / sizeof words[0])];
        one_getopt(argv, count, options[pick(5)]);
    }
}
