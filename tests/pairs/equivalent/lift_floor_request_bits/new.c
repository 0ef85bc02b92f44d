/* A lift with four floors. */
static struct {
    unsigned wanted : 4;
    unsigned at : 2;
} lift;

void lift_call(int floor)
{
    if (floor < 0 || floor > 3)
        return;
    lift.wanted |= 1u << floor;
}

int lift_step(void)
{
    unsigned here = 1u << lift.at;

    if (lift.wanted & here)
        lift.wanted &= ~here;
    else if (lift.wanted > here)
        lift.at++;
    else if (lift.wanted)
        lift.at--;
    return (int)lift.at;
}
