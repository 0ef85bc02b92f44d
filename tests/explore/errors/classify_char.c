/* explore: --function is_word
 * error: character-argument
 * not natively: glibc's tables cover -128 to 255, so that no sanitizer sees it
 * run: is_word((char)200); */
#include <ctype.h>

int is_word(char c)
{
    return isalnum(c) || c == '_';
}
