static int low = 0, high = 100;

int limit(int value)
{
    if (value < low)
        return low;
    if (value > high)
        return high;
    return value;
}

int limit_error(int value)
{
    if (value > 1000000 || value < -1000000)
        return -1;
    return value - limit(value);
}
