/* Dither noise. */
static unsigned noise_step(void)
{
    static unsigned state = 12354;

    state *= 1103515245u;
    state += 12345u;
    return state / 65536u;
}

int dither(int sample)
{
    unsigned bits = noise_step() % 4u;

    return sample + (int)bits - 1;
}

unsigned noise(void)
{
    return noise_step() % 32768u;
}
