/* Difference between samples; 0 for the first one. */
static int last;
static int first = 1;

int velocity(int position)
{
    int v = first ? 0 : position - last;

    first = 0;
    last = position;
    return v;
}

void velocity_restart(void)
{
    first = 1;
}
