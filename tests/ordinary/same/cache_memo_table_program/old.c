#include <stdio.h>

#define SIZE 12

static unsigned long paths(unsigned x, unsigned y)
{
    if (x == 0 || y == 0)
        return 1;
    return paths(x - 1, y) + paths(x, y - 1);
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF) {
        unsigned x = (unsigned)c / 16 % SIZE;
        unsigned y = (unsigned)c % 16 % SIZE;
        printf("%u,%u: %lu\n", x, y, paths(x, y));
    }
    return 0;
}
