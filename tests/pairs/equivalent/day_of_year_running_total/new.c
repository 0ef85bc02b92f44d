/* Number of a day in its year, 1 for 1 January; 0 if the date does not exist. */
static const short before[13] = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334, 365};

int day_of_year(unsigned year, unsigned month, unsigned day)
{
    int leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
    int start, end;

    if (month - 1 > 11 || day == 0)
        return 0;
    start = before[month - 1];
    end = before[month];
    if (leap) {
        if (month > 2)
            start++;
        if (month >= 2)
            end++;
    }
    if (day > (unsigned)(end - start))
        return 0;
    return start + (int)day;
}
