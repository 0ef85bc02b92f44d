#include <stdio.h>

static int value_of(char c)
{
    switch (c) {
    case 'M': return 1000;
    case 'D': return 500;
    case 'C': return 100;
    case 'L': return 50;
    case 'X': return 10;
    case 'V': return 5;
    case 'I': return 1;
    }
    return 0;
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
