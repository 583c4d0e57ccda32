/*
 * Messages in other languages (libintl.h). In the "C" locale every message is itself.
 */
#include "because.h"

char *gettext(const char *text) {
    return (char *)text;
}

char *dgettext(const char *domain, const char *text) {
    (void)domain;
    return (char *)text;
}

char *dcgettext(const char *domain, const char *text, int category) {
    (void)domain;
    (void)category;
    return (char *)text;
}

char *ngettext(const char *one, const char *many, unsigned long n) {
    return (char *)(n == 1 ? one : many);
}

char *dngettext(const char *domain, const char *one, const char *many, unsigned long n) {
    (void)domain;
    return (char *)(n == 1 ? one : many);
}

char *textdomain(const char *domain) {
    static const char *now = "messages";
    if (domain != NULL)
        now = domain;
    return (char *)now;
}

char *bindtextdomain(const char *domain, const char *directory) {
    (void)domain;
    return (char *)directory;
}

char *bind_textdomain_codeset(const char *domain, const char *codeset) {
    (void)domain;
    return (char *)codeset;
}
