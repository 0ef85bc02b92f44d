#include <stdint.h>
#include <stdio.h>

struct point { uint32_t x, y; };
void point_shift(struct point *p, uint32_t dx, uint32_t dy);
void point_swap(struct point *p);
int point_equal(const struct point *a, const struct point *b);

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
    struct point a = { 1, 2 }, b = { 1, 2 };
    point_shift(0, 1, 1);
    point_swap(0);
    printf("%d%d%d\n", point_equal(&a, &b), point_equal(0, &b), point_equal(&a, &a));
    for (int i = 0; i < 300; i++) {
        uint32_t dx = rng(), dy = rng() % 2;
        point_shift(&a, dx, dy);
        if (rng() % 3 == 0)
            point_swap(&a);
        if (rng() % 5 == 0)
            b = a;
        printf("%u %u %d\n", a.x, a.y, point_equal(&a, &b));
    }
    return 0;
}
