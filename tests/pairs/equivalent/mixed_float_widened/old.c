/* Mix of two colours. */
float blend(float a, float b, int percent)
{
    if (percent < 0)
        percent = 0;
    if (percent > 100)
        percent = 100;
    return (a * (100 - percent) + b * percent) / 100;
}
