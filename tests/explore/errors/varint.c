/* error: bad-shift
 * stdin: \x81\x81\x01 */
#include <stdio.h>

int main(void)
{
    unsigned value = 0, shift = 0;
    int c;
    while ((c = getchar()) != EOF) {
        value |= (unsigned)(c & 0x7f) << shift;
        if (!(c & 0x80))
            break;
        shift += 16;
    }
    return value > 100;
}
