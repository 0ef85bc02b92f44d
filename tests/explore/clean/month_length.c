/* explore: --function month_length
 * run: month_length(1, 0);
 * run: month_length(12, 1);
 * run: month_length(2, 5);
 * run: month_length(0, 0);
 * run: month_length(-7, 1); */
static const int days[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int month_length(int month, int leap)
{
    if (month < 1 || month > 12)
        return 0;
    if (month == 2 && leap)
        return 29;
    return days[month - 1];
}
