/* explore: --function reverse
 * error: out-of-bounds
 * run: reverse(0); */
#include <string.h>

int reverse(unsigned n)
{
    char text[8] = "abcdefg";
    if (n > 7)
        return 0;
    text[n] = '\0';
    size_t i = 0, j = strlen(text) - 1;
    while (i < j) {
        char t = text[i];
        text[i++] = text[j];
        text[j--] = t;
    }
    return text[0];
}
