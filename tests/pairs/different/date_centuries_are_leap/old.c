/* Day count of the current month; leap years by the common rule. */
static int days_seen;

int month_days(unsigned char month, unsigned short year)
{
    int d;

    if (month == 2)
        d = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28;
    else if (month == 4 || month == 6 || month == 9 || month == 11)
        d = 30;
    else
        d = month >= 1 && month <= 12 ? 31 : 0;
    if (d)
        days_seen = d;
    return d;
}

int month_last(void)
{
    return days_seen;
}
