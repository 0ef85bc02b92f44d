/* A balance with transactions that can be rolled back. */
static int balance, saved;
static int open;

void tx_begin(void)
{
    if (open)
        return;
    saved = balance;
    open = 1;
}

int tx_book(int amount)
{
    balance += amount;
    return balance;
}

int tx_end(int commit)
{
    if (open && !commit)
        balance = saved;
    open = 0;
    return balance;
}
