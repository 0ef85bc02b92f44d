/* Ready list of a small scheduler: the lowest number runs. */
#include <stdint.h>

static uint32_t ready_mask;

void task_ready(int task)
{
    if (task >> 5 == 0)
        ready_mask |= UINT32_C(1) << task;
}

void task_block(int task)
{
    if (task >> 5 == 0)
        ready_mask ^= UINT32_C(1) << task;
}

int task_next(void)
{
    return ready_mask == 0 ? -1 : __builtin_ctz(ready_mask);
}
