/* explore: --function gcd
 * run: gcd(2, -3);
 * run: gcd(0, 0);
 * run: gcd(100, 100); */
#include <limits.h>

int gcd(int a, int b)
{
    if (a < -100 || a > 100 || b < -100 || b > 100)
        return -1;
    if (a < 0)
        a = -a;
    if (b < 0)
        b = -b;
    if (b > 3 || a > 3)
        return 1;
    while (b) {
        int t = a % b;
        a = b;
        b = t;
    }
    return a;
}
