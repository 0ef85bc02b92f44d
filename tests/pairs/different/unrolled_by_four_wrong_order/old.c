/* Mixes a number of rounds into a state. */
unsigned mix(unsigned state, unsigned rounds)
{
    while (rounds > 0) {
        state = (state ^ rounds) * 3u;
        rounds--;
    }
    return state;
}
