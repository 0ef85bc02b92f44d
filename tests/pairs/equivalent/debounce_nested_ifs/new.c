/* A level is taken over when it was seen four times in a row. */
int stable;
unsigned count;

int debounce(int raw)
{
    unsigned seen = count + 1;
    int same = raw == stable;

    if (!same && seen >= 4)
        stable = raw;
    count = (same || seen >= 4) ? 0 : seen;
    return stable;
}
