/* A ticket costs 50; gives 1 when it is paid, the rest is kept. */
static int missing = 50;

int coin(int value)
{
    if (value != 10 && value != 20 && value != 50)
        return 0;
    missing -= value;
    if (missing > 0)
        return 0;
    missing = 50;
    return 1;
}

int coin_missing(void)
{
    return missing;
}
