/* explore: --function strip
 * error: overlapping-copy
 * run: strip(2); */
#include <string.h>

int strip(int spaces)
{
    char line[12] = "    text";
    if (spaces < 0 || spaces > 4)
        return -1;
    strcpy(line, line + spaces);
    return line[0];
}
