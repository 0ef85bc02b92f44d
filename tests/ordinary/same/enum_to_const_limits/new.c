static const int temp_min = -40;
static const int temp_max = 125;
static const int hysteresis = 5;

static int valid(int t)
{
    return t >= temp_min && t <= temp_max;
}

static int cooling;

int fan_update(int temperature, int threshold)
{
    if (!valid(temperature))
        return -1;
    if (!valid(threshold))
        threshold = temp_max;
    if (temperature >= threshold)
        cooling = 1;
    if (temperature < threshold - hysteresis)
        cooling = 0;
    return cooling;
}
