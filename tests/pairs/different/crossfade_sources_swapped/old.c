/* Crossfade between two sources in 64 steps. */
static int weight_a = 64;
static int weight_b;

int fade_step(void)
{
    if (weight_a > 0) {
        weight_a--;
        weight_b++;
    }
    return weight_a;
}

int fade_mix(short a, short b)
{
    return (a * weight_a + b * weight_b) / 64;
}

void fade_restart(void)
{
    weight_a = 64;
    weight_b = 0;
}
