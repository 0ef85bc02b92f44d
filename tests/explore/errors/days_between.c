/* explore: --function days
 * error: overflow
 * run: days(-2147483647, 2147483647); */
int days(int from_year, int to_year)
{
    if (from_year > to_year)
        return 0;
    return (to_year - from_year) * 365;
}
