/* Day of the week by Sakamoto's method, 0 is Sunday. */
static const unsigned char offset[12] = {0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4};

unsigned weekday(unsigned year, unsigned month, unsigned day)
{
    if (year < 1600 || year > 4000 || month < 1 || month > 12 || day < 1 || day > 31)
        return 7;
    if (month < 2)
        year--;
    return (year + year / 4 - year / 100 + year / 400 + offset[month - 1] + day) % 7;
}
