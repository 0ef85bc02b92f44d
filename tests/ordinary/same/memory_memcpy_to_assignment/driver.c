#include <limits.h>
#include <stdint.h>
#include <stdio.h>

struct sample {
    uint32_t time;
    int16_t x, y;
};
void sample_store(const struct sample *s);
int sample_recall(unsigned age, struct sample *out);
void sample_swap(struct sample *a, struct sample *b);

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
    sample_store(0);
    printf("%d %d\n", sample_recall(0, 0), sample_recall(UINT_MAX, &(struct sample){ 0 }));
    for (int i = 0; i < 300; i++) {
        struct sample s, o = { 1, 2, 3 };
        s.time = rng();
        s.x = (int16_t)rng();
        s.y = (int16_t)rng();
        if (rng() % 2)
            sample_store(&s);
        printf("%d ", sample_recall(rng() % 6, &o));
        sample_swap(&s, &o);
        sample_swap(&s, &s);
        sample_swap(&s, 0);
        printf("%u %d %d %u %d %d\n", (unsigned)s.time, s.x, s.y, (unsigned)o.time, o.x, o.y);
    }
    return 0;
}
