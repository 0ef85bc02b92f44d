/* Handles of resources. */
static unsigned *counter(int which)
{
    static unsigned counters[2] = {100, 0};

    return &counters[which];
}

unsigned id_new(void)
{
    unsigned *next = counter(0);
    unsigned id = *next;

    *next = id + 1;
    return id;
}

void id_release(unsigned id)
{
    if (id >= 100 && id <= *counter(0))
        ++*counter(1);
}

unsigned id_live(void)
{
    return *counter(0) - *counter(1) - 100;
}
