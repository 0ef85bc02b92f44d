enum {
    TEMP_MIN = -40,
    TEMP_MAX = 125,
    HYSTERESIS = 5,
};

static int cooling;

int fan_update(int temperature, int threshold)
{
    if (temperature < TEMP_MIN || temperature > TEMP_MAX)
        return -1;
    if (threshold < TEMP_MIN || threshold > TEMP_MAX)
        threshold = TEMP_MAX;
    if (temperature >= threshold)
        cooling = 1;
    else if (temperature < threshold - HYSTERESIS)
        cooling = 0;
    return cooling;
}
