/* Days of a month in a common year. */
int days(int month)
{
    if (month < 1 || month > 12)
        return 0;
    switch (month) {
    case 2:
        return 28;
    case 4:
    case 6:
    case 9:
        return 30;
    }
    return 31;
}
