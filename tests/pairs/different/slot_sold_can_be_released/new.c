/* Three seats: free, held, sold. */
enum seat { SOLD, FREE, HELD };

static enum seat seats[3] = {FREE, FREE, FREE};

static int change(int seat, enum seat from, enum seat to)
{
    if (seat < 0 || seat > 2 || seats[seat] != from)
        return 0;
    seats[seat] = to;
    return 1;
}

int seat_hold(int seat)
{
    return change(seat, FREE, HELD);
}

int seat_buy(int seat)
{
    return change(seat, HELD, SOLD);
}

void seat_release(int seat)
{
    if (!change(seat, HELD, FREE))
        change(seat, SOLD, FREE);
}

int seats_free(void)
{
    int n = 0;

    for (int i = 0; i < 3; i++)
        n += seats[i] == FREE;
    return n;
}
