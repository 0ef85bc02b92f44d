/* A vending machine: credit in cents. */
enum { MAXIMUM_CREDIT = 500 };

static int is_known(unsigned value);

unsigned credit;

int insert_coin(unsigned value)
{
    if (is_known(value)) {
        unsigned with_coin = credit + value;
        if (with_coin <= MAXIMUM_CREDIT) {
            credit = with_coin;
            return 1;
        }
        return 0;
    }
    return -1;
}

static int is_known(unsigned value)
{
    switch (value) {
    case 10: case 20: case 50: case 100: case 200:
        return 1;
    }
    return 0;
}
