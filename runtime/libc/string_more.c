/* Strings beyond C: memmem strcasestr strlcpy strlcat stpncpy rawmemchr explicit_bzero ffs ffsl ffsll basename
 * __xpg_basename dirname.
 *
 * Contract: POSIX, BSD for strlcpy and strlcat, GNU for the rest, in the C locale. basename is GNU's, which <string.h> declares;
 * <libgen.h> gives POSIX's the name __xpg_basename.
 */
#include "engine.h"

size_t strlen(const char *s);
char *strrchr(const char *s, int c);
int tolower(int c);

void *memmem(const void *text, size_t n_text, const void *word, size_t n_word) {
    const char *at = text;
    const char *wanted = word;
    if (n_word > n_text) return NULL;
    for (size_t start = 0; start <= n_text - n_word; start++) {
        size_t i = 0;
        while (i < n_word && at[start + i] == wanted[i]) i++;
        if (i == n_word) return (void *)(at + start);
    }
    return NULL;
}

char *strcasestr(const char *text, const char *word) {
    for (;; text++) {
        size_t i = 0;
        while (word[i] && tolower((unsigned char)word[i]) == tolower((unsigned char)text[i])) i++;
        if (!word[i]) return (char *)text;
        if (!text[i]) return NULL;
    }
}

size_t strlcpy(char *restrict to, const char *restrict from, size_t size) {
    size_t i = 0;
    for (; i + 1 < size && from[i]; i++) to[i] = from[i];
    if (size > 0) to[i] = 0;
    return i + strlen(from + i);
}

size_t strlcat(char *restrict to, const char *restrict from, size_t size) {
    size_t n = 0;
    while (n < size && to[n]) n++;
    return n == size ? n + strlen(from) : n + strlcpy(to + n, from, size - n);
}

char *stpncpy(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    char *end = to + i;
    for (; i < n; i++) to[i] = 0;
    return end;
}

void *rawmemchr(const void *block, int c) {
    const unsigned char *at = block;
    while (*at != (unsigned char)c) at++;
    return (void *)at;
}

void explicit_bzero(void *block, size_t n) {
    unsigned char *at = block;
    for (size_t i = 0; i < n; i++) at[i] = 0;
}

int ffsll(long long value) {
    for (int i = 0; i < 64; i++) {
        if ((unsigned long long)value >> i & 1) return i + 1;
    }
    return 0;
}

int ffsl(long value) { return ffsll(value); }

int ffs(int value) { return ffsll((unsigned)value); }

char *basename(const char *path) {
    char *slash = strrchr(path, '/');
    return slash ? slash + 1 : (char *)path;
}

char *__xpg_basename(char *path) {
    if (!path || !*path) return (char *)".";
    size_t end = strlen(path);
    while (end > 1 && path[end - 1] == '/') end--;
    if (end == 1 && *path == '/') return path + strlen(path) - 1;
    size_t start = end;
    while (start > 0 && path[start - 1] != '/') start--;
    if (path[end]) path[end] = 0;
    return path + start;
}

char *dirname(char *path) {
    if (!path) return (char *)".";
    size_t end = strlen(path);
    while (end > 0 && path[end - 1] == '/') end--;
    if (end == 0 && *path == '/') end = 1;
    else {
        while (end > 0 && path[end - 1] != '/') end--;
        if (end == 0) return (char *)".";
    }
    /* Slashes before the last part go too; two alone at the start of a path stay, as POSIX allows. */
    size_t rest = end;
    while (rest > 1 && path[rest - 1] == '/') rest--;
    if (rest == 1 && *path == '/') rest = path[1] == '/' && path[2] != '/' ? 2 : 1;
    path[rest] = 0;
    return path;
}
