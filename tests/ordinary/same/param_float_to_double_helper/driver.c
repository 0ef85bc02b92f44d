#include <math.h>
#include <stdio.h>
#include <string.h>

int compare_level(float level);
int in_window(float level);
int scale_bucket(float level);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

static void show(float f)
{
    printf("%d %d %d\n", compare_level(f), in_window(f), scale_bucket(f));
}

int main(void)
{
    static const float edge[] = { 0.25f, -1.5f, 8.0f, 1.0f, 2.0f, 524288.0f, 0.0f, -0.0f };
    show(NAN);
    show(-NAN);
    show(INFINITY);
    show(-INFINITY);
    for (int i = 0; i < 8; i++) {
        show(edge[i]);
        show(nextafterf(edge[i], -INFINITY));
        show(nextafterf(edge[i], INFINITY));
    }
    for (int i = 0; i < 1000; i++) {
        unsigned r = rng();
        float f;
        memcpy(&f, &r, sizeof f);
        show(f);
    }
    return 0;
}
