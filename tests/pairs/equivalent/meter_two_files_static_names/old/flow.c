#include "api.h"

static unsigned count;

void flow_pulse(void)
{
    count += 3;
}

unsigned flow_total(void)
{
    return count;
}
