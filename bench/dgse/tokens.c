/* Splits N bytes into tokens: words, of which some are keywords, numbers, strings in quotes, comments to the end of the line, and signs.
 * Every character decides what the next one means. What is counted in the end is shown as options ask for it. */
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

#ifndef N
#define N 3
#endif

enum kind { WORD, KEYWORD, NUMBER, STRING, COMMENT, SIGN, UNCLOSED, N_KINDS };

static const char *const names[N_KINDS] = {"word", "keyword", "number", "string", "comment", "sign", "unclosed"};
static const char *const keywords[] = {"if", "do", "end"};
enum { N_KEYWORDS = sizeof keywords / sizeof keywords[0] };

static unsigned char text[N];
static int counts[N_KINDS];

static int is_letter(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || c == '_';
}

static int is_digit(unsigned char c)
{
    return c >= '0' && c <= '9';
}

static int is_blank(unsigned char c)
{
    return c == ' ' || c == '\n';
}

static int is_word(int from, int to, const char *word)
{
    for (int i = from; i < to; i++)
        if (text[i] != (unsigned char)word[i - from])
            return 0;
    return word[to - from] == '\0';
}

static int length_of(const char *word)
{
    int length = 0;
    while (word[length] != '\0')
        length++;
    return length;
}

static int is_keyword(int from, int to)
{
    for (int i = 0; i < N_KEYWORDS; i++)
        if (to - from == length_of(keywords[i]) && is_word(from, to, keywords[i]))
            return 1;
    return 0;
}

/* The end of a token of a kind, and what kind it turns out to be. */
static int end_of_word(int at)
{
    while (at < N && (is_letter(text[at]) || is_digit(text[at])))
        at++;
    return at;
}

static int end_of_number(int at)
{
    while (at < N && is_digit(text[at]))
        at++;
    return at;
}

static int end_of_string(int at, enum kind *kind)
{
    int to = at + 1;
    while (to < N && text[to] != '"')
        to++;
    if (to == N) {
        *kind = UNCLOSED;
        return N;
    }
    *kind = STRING;
    return to + 1;
}

static int end_of_comment(int at)
{
    while (at < N && text[at] != '\n')
        at++;
    return at;
}

static int token(int at)
{
    enum kind kind = SIGN;
    int to = at + 1;
    if (is_letter(text[at])) {
        to = end_of_word(at);
        kind = WORD;
        if (is_keyword(at, to))
            kind = KEYWORD;
    } else if (is_digit(text[at])) {
        to = end_of_number(at);
        kind = NUMBER;
    } else if (text[at] == '"') {
        to = end_of_string(at, &kind);
    } else if (text[at] == '#') {
        to = end_of_comment(at);
        kind = COMMENT;
    }
    assert(to > at && to <= N);
    counts[kind]++;
    printf("%s %d\n", names[kind], to - at);
    return to;
}

int main(void)
{
    unsigned char options[2];
    klee_make_symbolic(text, sizeof text, "text");
    klee_make_symbolic(options, sizeof options, "options");
    int at = 0;
    while (at < N) {
        if (is_blank(text[at]))
            at++;
        else
            at = token(at);
    }
    if (options[0] == 'n')
        printf("%d numbers\n", counts[NUMBER]);
    if (options[1] != 'q')
        printf("%d unclosed\n", counts[UNCLOSED]);
    return 0;
}
