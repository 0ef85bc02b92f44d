/* A key counts as pressed or released after four equal samples. */
static int candidate;
static int repeats;
static int stable;

int key_sample(int raw)
{
    raw = raw != 0;
    if (raw == candidate) {
        if (repeats < 4)
            repeats++;
    } else {
        candidate = raw;
        repeats = 1;
    }
    if (repeats >= 4)
        stable = candidate;
    return stable;
}

int key_down(void)
{
    return stable;
}
