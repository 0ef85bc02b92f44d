/* The smaller of what is requested and what is allowed; counts when it had to limit. */
unsigned trips;

unsigned limit_current(unsigned requested, unsigned allowed)
{
    unsigned current;

    if (requested < allowed) {
        current = requested;
    } else {
        current = allowed;
        if (requested != allowed)
            trips++;
    }
    return current;
}
