/* Day count of the current month; leap years by the common rule. */
static unsigned char last_days;

static int is_leap(int year)
{
    return year % 4 == 0;
}

int month_days(int month, int year)
{
    static const unsigned char days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
    int d;

    if (month < 1 || month > 12)
        return 0;
    d = days[month - 1];
    if (month == 2 && is_leap(year))
        d++;
    last_days = (unsigned char)d;
    return d;
}

int month_last(void)
{
    return last_days;
}
