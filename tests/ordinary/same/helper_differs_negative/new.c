static int wrap12(int month)
{
    while (month < 0)
        month += 12;
    while (month >= 12)
        month -= 12;
    return month;
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
