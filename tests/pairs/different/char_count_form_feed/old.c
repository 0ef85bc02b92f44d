/* Counts words. */
#include <ctype.h>

static int inside;
static unsigned words;

unsigned word_char(unsigned char c)
{
    if (isspace(c)) {
        inside = 0;
    } else if (!inside) {
        inside = 1;
        words++;
    }
    return words;
}
