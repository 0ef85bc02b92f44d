/* explore: --function flag
 * error: invalid-value
 * run: flag(3); */
#include <stdbool.h>

union word {
    unsigned char byte[4];
    bool flag;
};

int flag(unsigned x)
{
    union word w = {{0, 0, 0, 0}};
    w.byte[0] = x & 3;
    return w.flag;
}
