/* explore: --function shout
 * error: character-argument
 * not natively: glibc's tables cover -128 to 255, so that no sanitizer sees it
 * run: shout(-5, 1); */
#include <ctype.h>

int shout(signed char a, int raw)
{
    int c = raw ? a : 'x';
    return toupper(c);
}
