/* The smaller of what is requested and what is allowed; counts when it had to limit. */
unsigned trips;

unsigned limit_current(unsigned requested, unsigned allowed)
{
    unsigned mask = -(unsigned)(requested < allowed);

    trips += allowed < requested;
    return allowed ^ ((requested ^ allowed) & mask);
}
