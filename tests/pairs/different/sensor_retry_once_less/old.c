/* Reads a sensor, up to three times; keeps the last good value. */
int sensor_read(int channel);

static int good;

int sensor(int channel)
{
    int tries = 0;
    int v;

    do {
        v = sensor_read(channel);
        tries++;
    } while (v < 0 && tries < 3);
    if (v >= 0)
        good = v;
    return good;
}
