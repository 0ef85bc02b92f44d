/* How long requests take. */
#include <stdint.h>

static uint32_t n;
static uint64_t total;
static uint32_t worst;

void latency_add(uint32_t us)
{
    n++;
    total += us;
    if (us > worst)
        worst = us;
}

uint32_t latency_mean(void)
{
    if (n == 0)
        return 0;
    return (uint32_t)(total / n);
}

uint32_t latency_worst(void)
{
    return worst;
}
