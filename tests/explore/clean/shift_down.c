/* explore: --function delete_first
 * run: delete_first(1);
 * run: delete_first(6);
 * run: delete_first(7); */
#include <string.h>

int delete_first(int n)
{
    char text[8] = "abcdefg";
    if (n < 1 || n > 6)
        return 0;
    memmove(text, text + n, 8 - (size_t)n);
    return text[0];
}
