/* A peer is dead after three ticks without a beat; it stays dead. */
static int missed;

void peer_beat(void)
{
    if (missed < 3)
        missed = 0;
}

int peer_tick(void)
{
    if (missed < 3)
        missed++;
    return missed < 3;
}
