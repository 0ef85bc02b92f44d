/* Splits N symbolic bytes into tokens: identifiers, numbers, strings, comments, operators of one and two characters.
 * Measures classification of bytes by ranges and the paths that multiply over a line of text. */
#include <assert.h>
#include <klee/klee.h>

#ifndef N
#define N 3
#endif

enum token { END, IDENTIFIER, NUMBER, STRING, COMMENT, OPERATOR, BROKEN };

struct input {
    const unsigned char *at;
    const unsigned char *end;
};

static int peek(const struct input *in)
{
    return in->at < in->end ? *in->at : -1;
}

static int is_letter(int c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static int is_digit(int c)
{
    return c >= '0' && c <= '9';
}

static void skip_spaces(struct input *in)
{
    while (peek(in) == ' ' || peek(in) == '\t' || peek(in) == '\n')
        in->at++;
}

static enum token string(struct input *in)
{
    for (in->at++; peek(in) != '"'; in->at++) {
        if (peek(in) == '\\')
            in->at++;
        if (peek(in) < 0 || peek(in) == '\n')
            return BROKEN;
    }
    in->at++;
    return STRING;
}

static enum token slash(struct input *in)
{
    in->at++;
    if (peek(in) != '/')
        return OPERATOR;
    while (peek(in) >= 0 && peek(in) != '\n')
        in->at++;
    return COMMENT;
}

static enum token next(struct input *in)
{
    skip_spaces(in);
    int c = peek(in);
    if (c < 0)
        return END;
    if (is_letter(c)) {
        while (is_letter(peek(in)) || is_digit(peek(in)))
            in->at++;
        return IDENTIFIER;
    }
    if (is_digit(c)) {
        while (is_digit(peek(in)))
            in->at++;
        return is_letter(peek(in)) ? (in->at++, BROKEN) : NUMBER;
    }
    if (c == '"')
        return string(in);
    if (c == '/')
        return slash(in);
    in->at++;
    switch (c) {
    case '<':
    case '>':
    case '=':
    case '!':
        if (peek(in) == '=')
            in->at++;
        return OPERATOR;
    case '+':
    case '-':
    case '*':
    case '(':
    case ')':
        return OPERATOR;
    default:
        return BROKEN;
    }
}

int main(void)
{
    unsigned char text[N];
    klee_make_symbolic(text, sizeof text, "text");
    struct input in = {text, text + N};
    int n_tokens = 0, n_broken = 0;
    for (enum token token = next(&in); token != END; token = next(&in)) {
        n_tokens++;
        if (token == BROKEN)
            n_broken++;
    }
    assert(n_tokens <= N);
    assert(n_broken <= n_tokens);
    return n_broken;
}
