/* explore: --function flag
 * run: flag(3);
 * run: flag(0);
 * run: flag(1); */
#include <stdbool.h>

union word {
    unsigned char byte[4];
    bool flag;
};

int flag(unsigned x)
{
    union word w = {{0, 0, 0, 0}};
    w.byte[0] = x & 1;
    return w.flag;
}
