#include <stddef.h>
#include <string.h>

static int blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

struct span {
    size_t from, to;
};

static struct span content(const char *s)
{
    struct span sp = { 0, strlen(s) };

    while (sp.to > 0 && blank(s[sp.to - 1]))
        sp.to--;
    while (sp.from < sp.to && blank(s[sp.from]))
        sp.from++;
    return sp;
}

void trim(char *text)
{
    struct span sp;

    if (!text)
        return;
    sp = content(text);
    memmove(text, text + sp.from, sp.to - sp.from);
    text[sp.to - sp.from] = '\0';
}
