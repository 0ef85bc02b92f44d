/* Number of a day in its year, 1 for 1 January; 0 if the date does not exist. */
static const int length[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int day_of_year(unsigned year, unsigned month, unsigned day)
{
    int leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    int total = 0;
    unsigned m;

    if (month < 1 || month > 12 || day < 1)
        return 0;
    if (day > (unsigned)length[month - 1] + (leap && month == 2))
        return 0;
    for (m = 1; m < month; m++) {
        total += length[m - 1];
        if (m == 2 && leap)
            total++;
    }
    return total + (int)day;
}
