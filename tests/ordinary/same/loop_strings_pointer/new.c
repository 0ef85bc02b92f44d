#include <string.h>

void reverse(char *s)
{
    char *end;

    if (!s || !*s)
        return;
    end = s + strlen(s) - 1;
    while (s < end) {
        char t = *s;
        *s++ = *end;
        *end-- = t;
    }
}

size_t replace_char(char *s, char from, char to)
{
    size_t n = 0;

    if (!s)
        return 0;
    while (*s) {
        if (*s == from) {
            *s = to;
            n++;
            if (to == '\0')
                return n;
        }
        s++;
    }
    return n;
}
