/* explore: --function grow
 * run: grow(0);
 * run: grow(1); */
#include <stdlib.h>

int grow(int big)
{
    char *text = malloc(4);
    if (!text)
        return -1;
    text[0] = 'a';
    size_t first = 0;
    char *more = realloc(text, big ? 4096 : 8);
    if (!more) {
        free(text);
        return -1;
    }
    int c = more[first];
    free(more);
    return c;
}
