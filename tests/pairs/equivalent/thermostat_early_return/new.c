/* Two-point control with hysteresis. */
unsigned switches;

int heater(int temperature, int target, int band, int on)
{
    long error = (long)target - temperature;

    if (band < 0 || band > 50)
        return 0;
    if (on) {
        if (error + band >= 0)
            return 1;
        switches++;
        return 0;
    }
    if (error <= band)
        return 0;
    switches++;
    return 1;
}
