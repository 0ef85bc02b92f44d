/* Wear of a brake pad. */
static unsigned char wear;

static void add(unsigned char n)
{
    wear = (unsigned char)(255 - wear < n ? 255 : wear + n);
}

void brake(int force)
{
    add(force > 50 ? 2 : force != 0);
}

int worn_out(void)
{
    return wear > 254;
}

int wear_percent(void)
{
    return 100 * wear / 255;
}
