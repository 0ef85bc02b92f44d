/* Days of a month in a common year. */
int days(int month)
{
    switch (month) {
    case 4:
    case 6:
    case 9:
    case 11:
        return 30;
    case 2:
        return 28;
    default:
        return month >= 1 && month <= 12 ? 31 : 0;
    }
}
