/* Crossfade between two sources in 64 steps. */
enum { FULL = 64 };

static unsigned char progress;

int fade_step(void)
{
    if (progress < FULL)
        progress++;
    return FULL - progress;
}

int fade_mix(short a, short b)
{
    return (a * progress + b * (FULL - progress)) / FULL;
}

void fade_restart(void)
{
    progress = 0;
}
