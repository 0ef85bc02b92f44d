/* Strings, searched and split: strchr strchrnul strrchr index rindex strstr strspn strcspn strpbrk strtok strtok_r
 * strsep.
 *
 * Contract: C11 7.24, POSIX, BSD for strsep and GNU for strchrnul, in the C locale.
 * Whether a byte is in a set is computed without a branch: sets are concrete as a rule, the bytes are not.
 */
#include "engine.h"

static int is_member(char c, const char *set) {
    int found = 0;
    for (; *set; set++) found |= *set == c;
    return found;
}

char *strchrnul(const char *s, int c) {
    while (!((*s == (char)c) | (*s == 0))) s++;
    return (char *)s;
}

char *strchr(const char *s, int c) {
    s = strchrnul(s, c);
    return *s == (char)c ? (char *)s : NULL;
}

char *strrchr(const char *s, int c) {
    const char *last = NULL;
    for (;; s++) {
        if (*s == (char)c) last = s;
        if (*s == 0) return (char *)last;
    }
}

char *index(const char *s, int c) { return strchr(s, c); }

char *rindex(const char *s, int c) { return strrchr(s, c); }

char *strstr(const char *text, const char *word) {
    for (;; text++) {
        size_t i = 0;
        while (word[i] && word[i] == text[i]) i++;
        if (!word[i]) return (char *)text;
        if (!text[i]) return NULL;
    }
}

size_t strspn(const char *s, const char *set) {
    size_t n = 0;
    while (is_member(s[n], set)) n++;
    return n;
}

size_t strcspn(const char *s, const char *set) {
    size_t n = 0;
    while (!(is_member(s[n], set) | (s[n] == 0))) n++;
    return n;
}

char *strpbrk(const char *s, const char *set) {
    s += strcspn(s, set);
    return *s ? (char *)s : NULL;
}

char *strtok_r(char *restrict s, const char *restrict separators, char **restrict rest) {
    if (!s) s = *rest;
    s += strspn(s, separators);
    if (!*s) {
        *rest = s;
        return NULL;
    }
    char *end = s + strcspn(s, separators);
    *rest = end;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return s;
}

static char *strtok_rest;

char *strtok(char *restrict s, const char *restrict separators) { return strtok_r(s, separators, &strtok_rest); }

char *strsep(char **restrict rest, const char *restrict separators) {
    char *token = *rest;
    if (!token) return NULL;
    char *end = token + strcspn(token, separators);
    *rest = NULL;
    if (*end) {
        *end = 0;
        *rest = end + 1;
    }
    return token;
}
