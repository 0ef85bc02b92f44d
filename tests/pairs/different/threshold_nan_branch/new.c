/* Trips the breaker when a value is over its limit, also when it cannot be compared. */
unsigned trips;

int over_limit(double value, double limit)
{
    if (value > limit) {
        trips++;
        return 1;
    }
    return 0;
}
