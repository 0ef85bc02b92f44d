/* explore: --function transfer
 * error: abort
 * run: transfer(0, 0, 1); */
#include <stdlib.h>

int transfer(unsigned char from, unsigned char to, unsigned char amount)
{
    int before = from + to;
    if (amount <= from + 1) {
        from = (unsigned char)(from - amount);
        if (to + amount <= 255)
            to = (unsigned char)(to + amount);
        else
            from = (unsigned char)(from + amount);
    }
    if (from + to != before)
        abort();
    return to;
}
