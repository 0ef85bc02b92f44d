/* Days of February. */
unsigned february(unsigned year)
{
    int leap = year % 4 == 0 && year % 100 != 0;

    return 28u + (unsigned)leap;
}
