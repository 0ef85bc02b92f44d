/* explore: --function days
 * run: days(-2147483647, 2147483647);
 * run: days(1900, 2100);
 * run: days(5, 4); */
int days(int from_year, int to_year)
{
    if (from_year > to_year)
        return 0;
    if (from_year < 1900 || to_year > 2100)
        return 0;
    return (to_year - from_year) * 365;
}
