/* explore: --function discount
 * error: assert
 * run: discount(1000, 110); */
#include <assert.h>

int discount(int price, int percent)
{
    if (price < 0 || price > 100000 || percent < 0 || percent > 110)
        return 0;
    int reduced = price - price * percent / 100;
    assert(reduced >= 0 && reduced <= price);
    return reduced;
}
