struct limit {
    int bound;
    unsigned alarms;
};

static struct {
    struct { int scale, offset; } cal;
    struct limit low, high;
} sensor = {
    .cal = { .scale = 2, .offset = -40 },
    .high = { .bound = 500 },
};

static int hit(struct limit *l)
{
    l->alarms++;
    return l->bound;
}

int sensor_convert(unsigned short raw)
{
    int v = raw * sensor.cal.scale + sensor.cal.offset;

    if (v < sensor.low.bound)
        return hit(&sensor.low);
    if (v > sensor.high.bound)
        return hit(&sensor.high);
    return v;
}

int sensor_calibrate(int offset, int scale)
{
    if (offset < -1000 || offset > 1000 || scale < 1 || scale > 100)
        return 0;
    sensor.cal.offset = offset;
    sensor.cal.scale = scale;
    return 1;
}

unsigned sensor_alarms(void)
{
    return sensor.low.alarms * 1000u + sensor.high.alarms;
}
