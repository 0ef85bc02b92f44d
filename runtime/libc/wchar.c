/* Wide strings: wcslen wcsnlen wcscpy wcsncpy wcscat wcsncat wcscmp wcsncmp wcschr wcsrchr wcsstr wcsdup wmemcpy wmemmove
 * wmemset wmemcmp wmemchr, and the characters of the C locale: iswalpha … iswxdigit, towupper, towlower.
 *
 * Contract: C11 7.29.4 and 7.30, POSIX. Comparisons are of signed numbers and give -1, 0 or 1; glibc's give any number of that sign.
 */
#include "engine.h"

typedef int wide;

int isalpha(int c), isdigit(int c), isalnum(int c), isspace(int c), isupper(int c), islower(int c), isprint(int c), isgraph(int c);
int ispunct(int c), iscntrl(int c), isblank(int c), isxdigit(int c), toupper(int c), tolower(int c);

size_t wcslen(const wide *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t wcsnlen(const wide *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n]) n++;
    return n;
}

wide *wcscpy(wide *restrict to, const wide *restrict from) {
    size_t i = 0;
    while ((to[i] = from[i])) i++;
    return to;
}

wide *wcsncpy(wide *restrict to, const wide *restrict from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}

wide *wcscat(wide *restrict to, const wide *restrict from) {
    wcscpy(to + wcslen(to), from);
    return to;
}

wide *wcsncat(wide *restrict to, const wide *restrict from, size_t n) {
    wide *end = to + wcslen(to);
    size_t i = 0;
    for (; i < n && from[i]; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}

static int order(wide a, wide b) { return (a > b) - (a < b); }

int wcsncmp(const wide *a, const wide *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if ((a[i] != b[i]) | (a[i] == 0)) return order(a[i], b[i]);
    }
    return 0;
}

int wcscmp(const wide *a, const wide *b) { return wcsncmp(a, b, (size_t)-1); }

wide *wcschr(const wide *s, wide c) {
    while (!((*s == c) | (*s == 0))) s++;
    return *s == c ? (wide *)s : NULL;
}

wide *wcsrchr(const wide *s, wide c) {
    const wide *last = NULL;
    for (;; s++) {
        if (*s == c) last = s;
        if (*s == 0) return (wide *)last;
    }
}

wide *wcsstr(const wide *text, const wide *word) {
    for (;; text++) {
        size_t i = 0;
        while (word[i] && word[i] == text[i]) i++;
        if (!word[i]) return (wide *)text;
        if (!text[i]) return NULL;
    }
}

wide *wcsdup(const wide *s) {
    size_t n = wcslen(s) + 1;
    wide *copy = malloc(n * sizeof *copy);
    return copy ? wcscpy(copy, s) : NULL;
}

wide *wmemcpy(wide *restrict to, const wide *restrict from, size_t n) {
    for (size_t i = 0; i < n; i++) to[i] = from[i];
    return to;
}

void *memmove(void *to, const void *from, size_t n);

wide *wmemmove(wide *to, const wide *from, size_t n) { return memmove(to, from, n * sizeof *to); }

wide *wmemset(wide *to, wide c, size_t n) {
    for (size_t i = 0; i < n; i++) to[i] = c;
    return to;
}

int wmemcmp(const wide *a, const wide *b, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return order(a[i], b[i]);
    }
    return 0;
}

wide *wmemchr(const wide *s, wide c, size_t n) {
    for (size_t i = 0; i < n; i++) {
        if (s[i] == c) return (wide *)(s + i);
    }
    return NULL;
}

/* Characters beyond ASCII are in no class of the C locale. */
#define CLASS(name, narrow) \
    int name(unsigned c) { return c < 128 ? narrow((int)c) : 0; }

CLASS(iswalpha, isalpha)
CLASS(iswdigit, isdigit)
CLASS(iswalnum, isalnum)
CLASS(iswspace, isspace)
CLASS(iswupper, isupper)
CLASS(iswlower, islower)
CLASS(iswprint, isprint)
CLASS(iswgraph, isgraph)
CLASS(iswpunct, ispunct)
CLASS(iswcntrl, iscntrl)
CLASS(iswblank, isblank)
CLASS(iswxdigit, isxdigit)

unsigned towupper(unsigned c) { return c < 128 ? (unsigned)toupper((int)c) : c; }

unsigned towlower(unsigned c) { return c < 128 ? (unsigned)tolower((int)c) : c; }
