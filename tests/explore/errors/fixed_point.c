/* explore: --function multiply
 * error: overflow
 * run: multiply(1000000, 1000000); */
#include <stdint.h>

int32_t multiply(int32_t a, int32_t b)
{
    if (a < -1000000 || a > 1000000 || b < -1000000 || b > 1000000)
        return 0;
    return (int32_t)(a * b / 1024);
}
