/* How long requests take. */
#include <stdint.h>

struct stats {
    uint64_t sum;
    uint32_t max;
    uint32_t count;
};

static struct stats stats;

static void update(struct stats *s, uint32_t v)
{
    s->sum += v;
    s->count += 1;
    s->max = s->max < v ? v : s->max;
}

void latency_add(uint32_t us)
{
    update(&stats, us);
}

uint32_t latency_mean(void)
{
    return stats.count ? (uint32_t)(stats.sum / stats.count) : 0;
}

uint32_t latency_worst(void)
{
    return stats.max;
}
