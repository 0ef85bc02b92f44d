/* Dimmer with five levels. */
static const unsigned char levels[] = {0, 10, 30, 60, 100};
static unsigned at;

int dim_up(void)
{
    if (at < 4)
        at++;
    return levels[at];
}

int dim_down(void)
{
    if (at > 0)
        at--;
    return levels[at];
}
