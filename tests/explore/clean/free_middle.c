/* explore: --function skip_spaces
 * run: skip_spaces(0);
 * run: skip_spaces(9); */
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
    free(text);
    return c;
}
