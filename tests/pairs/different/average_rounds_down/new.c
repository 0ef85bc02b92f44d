/* Gives the mean of each two samples with the second one, else 0. */
#define NOTHING 0x10000

static int waiting = NOTHING;

int pair_mean(short s)
{
    int other = waiting;

    waiting = other == NOTHING ? s : NOTHING;
    return other == NOTHING ? 0 : (s + other) >> 1;
}

void pair_drop(void)
{
    waiting = NOTHING;
}
