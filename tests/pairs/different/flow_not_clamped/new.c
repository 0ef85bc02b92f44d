/* Bytes in flight. */
static unsigned long flying;

void flow_sent(unsigned n)
{
    flying += n;
}

void flow_acked(unsigned n)
{
    flying -= n;
}

int flow_blocked(void)
{
    return flying > 65535;
}
