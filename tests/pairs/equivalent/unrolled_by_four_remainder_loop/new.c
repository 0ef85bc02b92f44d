/* Mixes a number of rounds into a state. */
unsigned mix(unsigned state, unsigned rounds)
{
    while (rounds >= 4) {
        state = (state ^ rounds) * 3u;
        state = (state ^ (rounds - 1)) * 3u;
        state = (state ^ (rounds - 2)) * 3u;
        state = (state ^ (rounds - 3)) * 3u;
        rounds -= 4;
    }
    while (rounds > 0) {
        state = (state ^ rounds) * 3u;
        rounds--;
    }
    return state;
}
