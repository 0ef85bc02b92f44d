/* Gives change; counts the coins that were given. */
static unsigned count[3];

int change(int cents)
{
    static const int value[3] = {50, 20, 10};
    int coins = 0;

    if (cents < 0 || cents > 500)
        return -1;
    for (int k = 0; k < 3; k++)
        while (cents >= value[k]) {
            cents -= value[k];
            count[k]++;
            coins++;
        }
    return coins;
}

unsigned coins_given(unsigned k)
{
    return k < 3 ? count[k] : 0;
}
