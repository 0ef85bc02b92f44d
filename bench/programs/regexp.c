/* A recursive matcher of regular expressions with . * ? ^ $ and backslash, its pattern N symbolic bytes, held against
 * a fixed text. The pattern is not ended by a 0 unless one of its bytes is: reads past its end are the errors to find.
 * Measures byte comparisons and deep recursion. */
#include <klee/klee.h>
#include <stdlib.h>

#ifndef N
#define N 7
#endif

static int match_here(const char *pattern, const char *text);

/* Whether the single unit at pattern (a character, a dot, or an escaped character) stands for c. */
static int stands_for(const char *pattern, char c)
{
    if (c == '\0')
        return 0;
    if (*pattern == '\\')
        return pattern[1] == c;
    return *pattern == '.' || *pattern == c;
}

static int unit_length(const char *pattern)
{
    if (*pattern == '\\')
        return 2;
    return 1;
}

/* Any number of the unit at pattern, then the rest: shortest first. */
static int match_star(const char *pattern, const char *rest, const char *text)
{
    for (;;) {
        if (match_here(rest, text))
            return 1;
        if (!stands_for(pattern, *text))
            return 0;
        text++;
    }
}

static int match_here(const char *pattern, const char *text)
{
    if (*pattern == '\0')
        return 1;
    if (*pattern == '$' && pattern[1] == '\0')
        return *text == '\0';
    const char *after = pattern + unit_length(pattern);
    if (*after == '*')
        return match_star(pattern, after + 1, text);
    if (*after == '?') {
        if (stands_for(pattern, *text) && match_here(after + 1, text + 1))
            return 1;
        return match_here(after + 1, text);
    }
    return stands_for(pattern, *text) && match_here(after, text + 1);
}

static int match(const char *pattern, const char *text)
{
    if (*pattern == '^')
        return match_here(pattern + 1, text);
    do {
        if (match_here(pattern, text))
            return 1;
    } while (*text++ != '\0');
    return 0;
}

int main(void)
{
    char *pattern = malloc(N);
    klee_make_symbolic(pattern, N, "pattern");
    int found = match(pattern, "abcab");
    free(pattern);
    return found;
}
