/* Three seats: free, held, sold. */
static int seat_state[3];

int seat_hold(int seat)
{
    if (seat < 0 || seat > 2 || seat_state[seat] != 0)
        return 0;
    seat_state[seat] = 1;
    return 1;
}

int seat_buy(int seat)
{
    if (seat < 0 || seat > 2 || seat_state[seat] != 1)
        return 0;
    seat_state[seat] = 2;
    return 1;
}

void seat_release(int seat)
{
    if (seat >= 0 && seat <= 2 && seat_state[seat] == 1)
        seat_state[seat] = 0;
}

int seats_free(void)
{
    return (seat_state[0] == 0) + (seat_state[1] == 0) + (seat_state[2] == 0);
}
