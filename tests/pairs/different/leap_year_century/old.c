/* Days of February. */
unsigned february(unsigned year)
{
    if (year % 400 == 0)
        return 29;
    if (year % 100 == 0)
        return 28;
    return year % 4 == 0 ? 29 : 28;
}
