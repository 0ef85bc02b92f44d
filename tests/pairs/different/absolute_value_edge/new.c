/* Magnitude of a position error. */
int magnitude(int value)
{
    return value < 0 ? -value : value;
}
