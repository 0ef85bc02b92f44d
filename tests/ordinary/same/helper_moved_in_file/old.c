#include <stddef.h>

static const unsigned short squares[] = { 0, 1, 4, 9, 16, 25, 36, 49, 64, 81 };

static unsigned digit_square_sum(unsigned n)
{
    unsigned sum = 0;

    for (; n != 0; n /= 10)
        sum += squares[n % 10];
    return sum;
}

int is_happy(unsigned n)
{
    while (n != 1 && n != 4 && n != 0)
        n = digit_square_sum(n);
    return n == 1;
}

size_t count_happy(const unsigned *list, size_t n)
{
    size_t found = 0;

    for (size_t i = 0; list && i < n; i++)
        found += (size_t)is_happy(list[i]);
    return found;
}
