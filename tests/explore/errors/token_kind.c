/* explore: --function kind
 * error: null-access
 * run: kind(3); */
#include <stddef.h>
#include <string.h>

static const char *keyword(unsigned index)
{
    static const char *const words[] = {"if", "else", "for", NULL};
    return words[index < 4 ? index : 0];
}

int kind(unsigned index)
{
    return keyword(index)[0];
}
