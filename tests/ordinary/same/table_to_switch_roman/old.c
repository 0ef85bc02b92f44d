#include <stdio.h>

static int values[256] = {
    ['I'] = 1, ['V'] = 5, ['X'] = 10, ['L'] = 50,
    ['C'] = 100, ['D'] = 500, ['M'] = 1000,
};

static int value_of(char c)
{
    return values[(unsigned char)c];
}

static long roman(const char *s)
{
    long total = 0;

    for (int i = 0; s[i] != '\0'; i++) {
        int v = value_of(s[i]);
        if (v == 0 || i >= 100)
            return -1;
        if (v < value_of(s[i + 1]))
            total -= v;
        else
            total += v;
    }
    return total;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        printf("%ld\n", roman(argv[i]));
    return argc > 1 ? 0 : 2;
}
