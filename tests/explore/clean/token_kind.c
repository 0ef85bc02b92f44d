/* explore: --function kind
 * run: kind(3);
 * run: kind(2);
 * run: kind(9); */
#include <stddef.h>
#include <string.h>

static const char *keyword(unsigned index)
{
    static const char *const words[] = {"if", "else", "for", NULL};
    return words[index < 3 ? index : 0];
}

int kind(unsigned index)
{
    return keyword(index)[0];
}
