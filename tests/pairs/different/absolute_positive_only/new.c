/* Largest deviation from zero. */
static int held;

int peak_hold(int v)
{
    held = v > held ? v : held;
    return held;
}

void peak_decay(void)
{
    held = held - held / 8;
}
