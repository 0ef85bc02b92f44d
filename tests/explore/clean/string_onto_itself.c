/* explore: --function strip
 * run: strip(0);
 * run: strip(2);
 * run: strip(4);
 * run: strip(5); */
#include <string.h>

int strip(int spaces)
{
    char line[12] = "    text";
    if (spaces < 0 || spaces > 4)
        return -1;
    memmove(line, line + spaces, strlen(line + spaces) + 1);
    return line[0];
}
