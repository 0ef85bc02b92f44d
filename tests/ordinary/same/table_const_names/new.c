enum unit { UNIT_NONE, UNIT_VOLT, UNIT_AMPERE, UNIT_OHM, UNIT_COUNT };

static const char *const unit_symbols[] = {
    [UNIT_OHM] = "Ohm",
    [UNIT_NONE] = "",
    [UNIT_AMPERE] = "A",
    [UNIT_VOLT] = "V",
};

const char *unit_symbol(int unit)
{
    if (unit < 0 || unit >= UNIT_COUNT)
        return 0;
    return unit_symbols[unit];
}

int unit_width(int unit)
{
    const char *s = unit_symbol(unit);
    int n = 0;

    while (s && s[n])
        n++;
    return n;
}
