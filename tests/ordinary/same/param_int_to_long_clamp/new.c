static const long low = 0, high = 100;

int limit(long value)
{
    if (value < low)
        return (int)low;
    if (value > high)
        return (int)high;
    return (int)value;
}

int limit_error(long value)
{
    if (value > 1000000 || value < -1000000)
        return -1;
    return (int)(value - limit(value));
}
