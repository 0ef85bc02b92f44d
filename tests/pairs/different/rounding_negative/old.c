/* Nearest encoder tick. */
int to_ticks(double position)
{
    if (!(position > -1e6 && position < 1e6))
        return 0;
    if (position < 0.0)
        return (int)(position - 0.5);
    return (int)(position + 0.5);
}
