#include <stdio.h>

static unsigned divisors(unsigned n)
{
    unsigned count = 0;

    for (unsigned d = 1; d <= n; d++)
        if (n % d == 0)
            count++;
    return count;
}

int main(void)
{
    unsigned n;

    while (scanf("%4u", &n) == 1) {
        n %= 10000;
        printf("%u %u\n", n, divisors(n));
        if (divisors(n) == 2)
            puts("prime");
    }
    return 0;
}
