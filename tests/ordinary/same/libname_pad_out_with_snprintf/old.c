#include <stdio.h>
#include <string.h>

static void out(char c)
{
    putchar(c);
}

static void pad(int n, char fill)
{
    int i;

    for (i = 0; i < n; i++)
        out(fill);
}

static void cell(const char *text, int width)
{
    size_t len = strlen(text);

    if (len < (size_t)width)
        pad(width - (int)len, ' ');
    for (size_t i = 0; i < len; i++)
        out(text[i]);
}

int main(int argc, char **argv)
{
    char num[16];

    for (int i = 1; i < argc; i++) {
        snprintf(num, sizeof num, "%d", i);
        cell(num, 4);
        cell(argv[i], 12);
        putchar('|');
        pad(i % 5, '.');
        putchar('\n');
    }
    return 0;
}
