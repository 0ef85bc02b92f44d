/* Up to one alarm for each delay of 1 to 7 ticks. */
static unsigned char wheel;
static unsigned char position;

int alarm_in(unsigned delay)
{
    if (delay - 1u >= 7u)
        return 0;
    wheel |= (unsigned char)(1u << (position + delay) % 8);
    return 1;
}

int alarm_tick(void)
{
    unsigned char bit;

    position = (position + 1) % 8;
    bit = (unsigned char)(1u << position);
    if (!(wheel & bit))
        return 0;
    return 1;
}
