static int wrap12(int month)
{
    if (month < 0)
        return 0;
    return month % 12;
}

unsigned month_after(unsigned month, unsigned steps)
{
    return (unsigned)wrap12((int)(month % 12 + steps % 12)) + 1;
}

unsigned quarter_of(unsigned month)
{
    return (unsigned)wrap12((int)(month % 12)) / 3 + 1;
}

unsigned months_until(unsigned from, unsigned to)
{
    return (unsigned)wrap12((int)(to % 12 + 12 - from % 12));
}
