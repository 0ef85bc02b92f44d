/* A balance with transactions that can be rolled back. */
static struct {
    unsigned balance;
    unsigned delta;          /* booked since begin */
    char open;
} account;

void tx_begin(void)
{
    if (!account.open) {
        account.delta = 0;
        account.open = 1;
    }
}

int tx_book(int amount)
{
    account.balance += (unsigned)amount;
    account.delta += (unsigned)amount;
    return (int)account.balance;
}

int tx_end(int commit)
{
    if (account.open && !commit)
        account.balance -= account.delta;
    account.open = 0;
    return (int)account.balance;
}
