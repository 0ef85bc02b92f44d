/* Widths of bars: gives the length of the run that just ended, else 0. */
static short run_of;          /* positive: black, negative or zero: white */

unsigned bar_sample(int black)
{
    short before = run_of;

    if (black) {
        if (before > 0) {
            run_of = before < 1000 ? before + 1 : 1000;
            return 0;
        }
        run_of = 1;
        return (unsigned)-before;
    }
    if (before <= 0) {
        run_of = before > -1000 ? before - 1 : -1000;
        return 0;
    }
    run_of = -1;
    return (unsigned)before;
}
