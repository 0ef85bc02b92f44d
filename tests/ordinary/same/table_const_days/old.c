static int days_in_month[12] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };

static int is_leap(unsigned year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

int month_days(unsigned year, unsigned month)
{
    if (month < 1 || month > 12)
        return -1;
    if (month == 2 && is_leap(year))
        return 29;
    return days_in_month[month - 1];
}

int day_of_year(unsigned year, unsigned month, int day)
{
    int sum = 0;

    if (day < 1 || day > month_days(year, month))
        return -1;
    for (unsigned m = 1; m < month; m++)
        sum += month_days(year, m);
    return sum + day;
}
