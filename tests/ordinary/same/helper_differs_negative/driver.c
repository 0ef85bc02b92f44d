#include <limits.h>
#include <stdio.h>

unsigned month_after(unsigned month, unsigned steps);
unsigned quarter_of(unsigned month);
unsigned months_until(unsigned from, unsigned to);

int main(void)
{
    static const unsigned edge[] = { UINT_MAX, UINT_MAX - 11, 1u << 31, INT_MAX };
    for (unsigned m = 0; m < 40; m++)
        for (unsigned s = 0; s < 40; s++)
            printf("%u %u %u\n", month_after(m, s), quarter_of(m), months_until(m, s));
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            printf("%u %u %u\n", month_after(edge[i], edge[k]), quarter_of(edge[i]), months_until(edge[i], edge[k]));
    return 0;
}
