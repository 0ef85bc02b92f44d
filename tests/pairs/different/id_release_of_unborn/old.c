/* Handles of resources. */
static unsigned next_id = 100;
static unsigned released;

unsigned id_new(void)
{
    return next_id++;
}

void id_release(unsigned id)
{
    if (id < next_id && id >= 100)
        released++;
}

unsigned id_live(void)
{
    return next_id - 100 - released;
}
