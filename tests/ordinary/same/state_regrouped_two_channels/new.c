struct channel {
    unsigned faults;
    int level;
};

static struct channel channels[2];

static struct channel *pick(int channel)
{
    return &channels[channel != 0];
}

int channel_update(int channel, int target)
{
    struct channel *c = pick(channel);

    if (target < -1000 || target > 1000)
        c->faults++;
    else
        c->level += (target - c->level) / 2;
    return c->level;
}

unsigned channel_faults(int channel)
{
    return pick(channel)->faults;
}
