/* Bytes in flight. */
static unsigned long in, out;

void flow_sent(unsigned n)
{
    in += n;
}

void flow_acked(unsigned n)
{
    if (n > in - out)
        n = (unsigned)(in - out);
    out += n;
}

int flow_blocked(void)
{
    return in - out >= 65536;
}
