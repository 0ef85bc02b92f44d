enum unit { UNIT_NONE, UNIT_VOLT, UNIT_AMPERE, UNIT_OHM, UNIT_COUNT };

const char *unit_symbol(int unit)
{
    static const char *symbols[UNIT_COUNT] = { "", "V", "A", "Ohm" };

    if (unit < 0 || unit >= UNIT_COUNT)
        return 0;
    return symbols[unit];
}

int unit_width(int unit)
{
    const char *s = unit_symbol(unit);
    int n = 0;

    while (s && s[n])
        n++;
    return n;
}
