#include <stdio.h>

static unsigned divisors(unsigned n)
{
    static unsigned last_n, last_count;

    if (n != last_n) {
        unsigned count = 0;

        for (unsigned d = 1; d <= n; d++)
            count += n % d == 0;
        last_n = n;
        last_count = count;
    }
    return last_count;
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
