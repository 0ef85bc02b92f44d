/* explore: --function discount
 * run: discount(1000, 100);
 * run: discount(100000, 1);
 * run: discount(5, 101); */
#include <assert.h>

int discount(int price, int percent)
{
    if (price < 0 || price > 100000 || percent < 0 || percent > 100)
        return 0;
    int reduced = price - price * percent / 100;
    assert(reduced >= 0 && reduced <= price);
    return reduced;
}
