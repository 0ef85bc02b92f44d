/* Widths of bars: gives the length of the run that just ended, else 0. */
static int level;
static unsigned length;

unsigned bar_sample(int black)
{
    unsigned done = 0;

    black = !!black;
    if (black != level) {
        done = length;
        length = 0;
        level = black;
    }
    if (length < 1000)
        length++;
    return done;
}
