/* Reads a sensor, up to three times; keeps the last good value. */
int sensor_read(int channel);

int sensor(int channel)
{
    static unsigned last_good;

    for (int left = 3; left > 0; left--) {
        int v = sensor_read(channel);

        if (v >= 0) {
            last_good = (unsigned)v;
            break;
        }
    }
    return (int)last_good;
}
