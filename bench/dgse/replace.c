/* Finds a pattern in a line of N bytes and prints the line with every match replaced. Patterns: a character for itself, `?` for any, `[a-c]`
 * and `[^a-c]` for one of a range or none of it, `@` before a character that would mean something else, `*` after any of these for as
 * many as there are. In what comes instead `&` is what matched. Text is an input, the pattern is chosen by another. */
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

#ifndef N
#define N 2
#endif

enum { END = '\0', NO_MATCH = -1, NEWLINE = '\n' };

static const char *const patterns[] = {"a[0-9]*", "[^a-z]?", "@*x*-"};
static const char *const replacements[] = {"<&>", "_", "@&&"};

/* How long one element of a pattern is, without a star after it. */
static int element_length(const char *pattern)
{
    if (pattern[0] == '@')
        return 2;
    if (pattern[0] != '[')
        return 1;
    int length = 1;
    while (pattern[length] != ']')
        length++;
    return length + 1;
}

static int in_range(const char *range, unsigned char c)
{
    if (c < range[0])
        return 0;
    return c <= range[2];
}

static int element_matches(const char *pattern, unsigned char c)
{
    if (c == NEWLINE)
        return 0;
    switch (pattern[0]) {
    case '?':
        return 1;
    case '@':
        return c == pattern[1];
    case '[':
        if (pattern[1] == '^')
            return !in_range(pattern + 2, c);
        return in_range(pattern + 1, c);
    default:
        return c == pattern[0];
    }
}

/* Where a match that begins at a place ends; the longest for stars. */
static int match(const unsigned char *text, int from, const char *pattern)
{
    if (pattern[0] == END)
        return from;
    int length = element_length(pattern);
    if (pattern[length] != '*') {
        if (from < N && element_matches(pattern, text[from]))
            return match(text, from + 1, pattern + length);
        return NO_MATCH;
    }
    int to = from;
    while (to < N && element_matches(pattern, text[to]))
        to++;
    for (; to >= from; to--) {
        int end = match(text, to, pattern + length + 1);
        if (end != NO_MATCH)
            return end;
    }
    return NO_MATCH;
}

static void put_match(const unsigned char *text, int from, int to)
{
    for (int i = from; i < to; i++)
        printf("%c", text[i]);
}

static void put_replacement(const char *replacement, const unsigned char *text, int from, int to)
{
    for (int i = 0; replacement[i] != END; i++) {
        if (replacement[i] == '&') {
            put_match(text, from, to);
        } else {
            if (replacement[i] == '@')
                i++;
            printf("%c", replacement[i]);
        }
    }
}

static int change(const unsigned char *text, const char *pattern, const char *replacement)
{
    int n_changes = 0;
    int at = 0;
    while (at < N) {
        int end = match(text, at, pattern);
        if (end > at) {
            put_replacement(replacement, text, at, end);
            n_changes++;
            at = end;
        } else {
            printf("%c", text[at]);
            at++;
        }
    }
    assert(n_changes <= N);
    return n_changes;
}

int main(void)
{
    unsigned char text[N];
    unsigned char chosen, quiet;
    klee_make_symbolic(text, sizeof text, "text");
    klee_make_symbolic(&chosen, sizeof chosen, "chosen");
    klee_make_symbolic(&quiet, sizeof quiet, "quiet");
    int number = 2;
    if (chosen < 2)
        number = chosen;
    int n_changes = change(text, patterns[number], replacements[number]);
    if (quiet == 0)
        printf("\n%d\n", n_changes);
    return 0;
}
