/* Temperature in tenths from a raw reading by a curve of four segments. */
static const int from[5] = {0, 100, 300, 600, 1000};
static const int value[5] = {-400, 0, 250, 500, 1250};

int celsius(int raw)
{
    int i;

    if (raw <= from[0])
        return value[0];
    for (i = 1; i < 5; i++)
        if (raw < from[i])
            return value[i - 1] + (raw - from[i - 1]) * (value[i] - value[i - 1]) / (from[i] - from[i - 1]);
    return value[4];
}
