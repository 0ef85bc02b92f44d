/* A lift with four floors. */
static int requested[4];
static int where;

void lift_call(int floor)
{
    if (floor >= 0 && floor <= 3)
        requested[floor] = 1;
}

int lift_step(void)
{
    int f;

    if (requested[where]) {
        requested[where] = 0;
        return where;
    }
    for (f = where + 1; f < 4; f++)
        if (requested[f]) {
            where++;
            return where;
        }
    for (f = where - 1; f >= 0; f--)
        if (requested[f]) {
            where--;
            return where;
        }
    return where;
}
