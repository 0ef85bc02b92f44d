/* Gives change; counts the coins that were given. */
static struct coin {
    int value;
    unsigned n;
} coins[3] = {{50, 0}, {20, 0}, {10, 0}};

int change(int cents)
{
    int given = 0;

    if (cents < 0 || cents > 500)
        return -1;
    for (struct coin *c = coins; c != coins + 3; c++) {
        unsigned n = (unsigned)(cents / c->value);

        cents %= c->value;
        c->n += n;
        given += (int)n;
    }
    return given;
}

unsigned coins_given(unsigned k)
{
    if (k > 2)
        return 0;
    return coins[k].n;
}
