/* Pump switch: off, automatic, on. */
static unsigned char mode = 1;

int pump_switch(int to)
{
    if (to < 0 || to > 2)
        return 0;
    mode = (unsigned char)to;
    return 1;
}

int pump_runs(int water)
{
    switch (mode) {
    case 0:
        return 0;
    case 1:
        return water > 30;
    default:
        return 1;
    }
}
