#include <stdio.h>
#include <string.h>

static void pad(int n, char fill)
{
    while (n-- > 0)
        putchar(fill);
}

static void out(const char *s, size_t n)
{
    fwrite(s, 1, n, stdout);
}

static void cell(const char *text, int width)
{
    size_t len = strlen(text);

    if (len < (size_t)width)
        pad(width - (int)len, ' ');
    out(text, len);
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
