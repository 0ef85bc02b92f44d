/* stdin: \x81\x81\x01
 * stdin: \x05
 * stdin: \xff\xff\xff\xff\xff\xff */
#include <stdio.h>

int main(void)
{
    unsigned value = 0, shift = 0;
    int c;
    while ((c = getchar()) != EOF) {
        if (shift > 28)
            return 2;
        value |= (unsigned)(c & 0x7f) << shift;
        if (!(c & 0x80))
            break;
        shift += 7;
    }
    return value > 100;
}
