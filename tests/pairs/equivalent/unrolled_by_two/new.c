/* Mixes a number of rounds into a state. */
unsigned weigh(unsigned state, unsigned rounds)
{
    unsigned i = 0;

    for (; i + 1 < rounds && rounds > 1; i += 2) {
        state = state * 5u + i;
        state = state * 5u + (i + 1);
    }
    if (i < rounds)
        state = state * 5u + i;
    return state;
}
