/* Growth of a population over at most ten generations. */
unsigned rabbits(unsigned n)
{
    unsigned now = 0, next = 1;

    if (n > 10)
        n = 10;
    while (n-- > 0) {
        unsigned sum = now + next;
        now = next;
        next = sum;
    }
    return now;
}
