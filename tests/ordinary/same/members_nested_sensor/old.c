static struct {
    int offset;
    int scale;
    int low;
    int high;
    unsigned low_alarms;
    unsigned high_alarms;
} sensor = { -40, 2, 0, 500, 0, 0 };

int sensor_convert(unsigned short raw)
{
    int v = raw * sensor.scale + sensor.offset;

    if (v < sensor.low) {
        sensor.low_alarms++;
        return sensor.low;
    }
    if (v > sensor.high) {
        sensor.high_alarms++;
        return sensor.high;
    }
    return v;
}

int sensor_calibrate(int offset, int scale)
{
    if (offset < -1000 || offset > 1000 || scale < 1 || scale > 100)
        return 0;
    sensor.offset = offset;
    sensor.scale = scale;
    return 1;
}

unsigned sensor_alarms(void)
{
    return sensor.low_alarms * 1000u + sensor.high_alarms;
}
