#include <string.h>

void reverse(char *s)
{
    size_t i, j;

    if (!s || !*s)
        return;
    for (i = 0, j = strlen(s) - 1; i < j; i++, j--) {
        char t = s[i];
        s[i] = s[j];
        s[j] = t;
    }
}

size_t replace_char(char *s, char from, char to)
{
    size_t n = 0;

    for (size_t i = 0; s && s[i]; i++)
        if (s[i] == from) {
            s[i] = to;
            n++;
            if (to == '\0')
                break;
        }
    return n;
}
