#include "api.h"

static unsigned count;

void leak_pulse(void)
{
    count++;
}

unsigned leak_total(void)
{
    return flow_total() - count;
}
