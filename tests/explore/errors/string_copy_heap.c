/* explore: --function duplicate
 * error: out-of-bounds
 * run: duplicate(1); */
#include <stdlib.h>
#include <string.h>

int duplicate(int upper)
{
    const char *text = upper ? "HELLO" : "hi";
    char *copy = malloc(strlen(text));
    if (!copy)
        return -1;
    strcpy(copy, text);
    int first = copy[0];
    free(copy);
    return first;
}
