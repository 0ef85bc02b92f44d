/* explore: --function grow
 * error: use-after-free
 * run: grow(1); */
#include <stdlib.h>

int grow(int big)
{
    char *text = malloc(4);
    if (!text)
        return -1;
    text[0] = 'a';
    char *first = text;
    char *more = realloc(text, big ? 4096 : 8);
    if (!more) {
        free(text);
        return -1;
    }
    int c = *first;
    free(more);
    return c;
}
