#include <stdio.h>

#define SIZE 12

static unsigned long known[SIZE][SIZE];

static unsigned long paths(unsigned x, unsigned y)
{
    if (x == 0 || y == 0)
        return 1;
    if (known[x][y] == 0)
        known[x][y] = paths(x - 1, y) + paths(x, y - 1);
    return known[x][y];
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
