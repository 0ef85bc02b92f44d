/* explore: --function skip_spaces
 * error: invalid-free
 * run: skip_spaces(1); */
#include <stdlib.h>
#include <string.h>

int skip_spaces(int n)
{
    char *text = malloc(8);
    if (!text)
        return -1;
    memcpy(text, "   abcd", 8);
    char *p = text;
    while (n > 0 && *p == ' ') {
        p++;
        n--;
    }
    int c = *p;
    free(p);
    return c;
}
