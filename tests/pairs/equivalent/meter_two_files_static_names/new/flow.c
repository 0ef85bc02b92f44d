#include "api.h"

static unsigned pulses;

void flow_pulse(void)
{
    pulses++;
}

unsigned flow_total(void)
{
    return pulses * 3u;
}
