/* Difference between samples; 0 for the first one. */
static struct {
    unsigned minus;
    int valid;
} v;

int velocity(int position)
{
    unsigned difference = (unsigned)position + v.minus;

    if (!v.valid)
        difference = 0;
    v.minus = 0u - (unsigned)position;
    v.valid = 1;
    return (int)difference;
}

void velocity_restart(void)
{
    v.minus = 0;
}
