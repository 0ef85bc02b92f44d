#include <limits.h>
#include <stdio.h>

struct rect { int left, top, right, bottom; };
int rect_intersect(struct rect *out, const struct rect *a, const struct rect *b);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

static int pick(void)
{
    unsigned r = rng() % 20;
    return r == 0 ? INT_MIN : r == 1 ? INT_MAX : (int)r - 8;
}

int main(void)
{
    for (int i = 0; i < 2000; i++) {
        struct rect a, b, o = { 1, 2, 3, 4 };
        a.left = pick(); a.top = pick(); a.right = pick(); a.bottom = pick();
        b.left = pick(); b.top = pick(); b.right = pick(); b.bottom = pick();
        printf("%d ", rect_intersect(&o, &a, &b));
        printf("%d %d %d %d ", o.left, o.top, o.right, o.bottom);
        printf("%d ", rect_intersect(&a, &a, &b));
        printf("%d %d %d %d\n", a.left, a.top, a.right, a.bottom);
    }
    printf("%d\n", rect_intersect(0, 0, 0));
    return 0;
}
