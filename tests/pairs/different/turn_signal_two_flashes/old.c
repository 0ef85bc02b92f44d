/* Turn signal: at least three flashes; flashes on while the lever is held. */
static int flashes;
static int lit;

int signal_tick(int lever)
{
    if (lever && flashes == 0 && !lit)
        flashes = 3;
    if (lit) {
        lit = 0;
        return 0;
    }
    if (flashes > 0) {
        flashes--;
        if (lever && flashes == 0)
            flashes = 1;
        lit = 1;
    }
    return lit;
}
