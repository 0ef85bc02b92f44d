/* explore: --function delete_first
 * error: overlapping-copy
 * run: delete_first(1); */
#include <string.h>

int delete_first(int n)
{
    char text[8] = "abcdefg";
    if (n < 1 || n > 6)
        return 0;
    memcpy(text, text + n, 8 - (size_t)n);
    return text[0];
}
