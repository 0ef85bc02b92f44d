/* explore: --function shout
 * run: shout(-5, 1);
 * run: shout('a', 1);
 * run: shout(0, 0); */
#include <ctype.h>

int shout(signed char a, int raw)
{
    int c = raw ? (unsigned char)a : 'x';
    return toupper(c);
}
