/* explore: --function is_word
 * run: is_word((char)200);
 * run: is_word('a');
 * run: is_word('_'); */
#include <ctype.h>

int is_word(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}
