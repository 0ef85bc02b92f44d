/* Mixes a number of rounds into a state. */
unsigned weigh(unsigned state, unsigned rounds)
{
    unsigned i;

    for (i = 0; i < rounds; i++)
        state = state * 5u + i;
    return state;
}
