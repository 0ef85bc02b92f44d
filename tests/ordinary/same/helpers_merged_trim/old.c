#include <stddef.h>
#include <string.h>

static int blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

static const char *skip_left(const char *s)
{
    while (blank(*s))
        s++;
    return s;
}

static size_t cut_right(const char *s, size_t len)
{
    while (len > 0 && blank(s[len - 1]))
        len--;
    return len;
}

void trim(char *text)
{
    const char *start;
    size_t len;

    if (!text)
        return;
    start = skip_left(text);
    len = cut_right(start, strlen(start));
    memmove(text, start, len);
    text[len] = '\0';
}
