/* Lets a visitor in if the gate is open and a ticket is left. */
unsigned tickets;

static int take(void)
{
    if (tickets == 0)
        return 0;
    tickets--;
    return 1;
}

int admit(int gate_open)
{
    if (gate_open && take())
        return 1;
    return 0;
}
