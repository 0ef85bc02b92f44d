/* A vending machine: credit in cents. */
#define LIMIT 500

unsigned credit;

static int accepted(unsigned coin)
{
    return coin == 10 || coin == 20 || coin == 50 || coin == 100 || coin == 200;
}

int insert_coin(unsigned coin)
{
    unsigned total;

    if (!accepted(coin))
        return -1;
    total = credit + coin;
    if (total > LIMIT)
        return 0;
    credit = total;
    return 1;
}
