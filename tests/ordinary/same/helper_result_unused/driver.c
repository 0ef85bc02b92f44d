#include <limits.h>
#include <stdio.h>

void grid_cross(int row, int col, unsigned char value);
int grid_at(int row, int col);
void grid_border(unsigned char value);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

int main(void)
{
    grid_cross(INT_MIN, INT_MAX, 1);
    for (int i = 0; i < 100; i++) {
        int r = (int)(rng() % 7) - 1, c = (int)(rng() % 7) - 1;
        grid_cross(r, c, (unsigned char)rng());
        if (rng() % 7 == 0)
            grid_border((unsigned char)rng());
        for (int k = 0; k < 49; k++)
            printf("%d ", grid_at(k / 7 - 1, k % 7 - 1));
        putchar('\n');
    }
    return 0;
}
