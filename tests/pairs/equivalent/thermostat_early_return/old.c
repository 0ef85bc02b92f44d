/* Two-point control with hysteresis. */
unsigned switches;

int heater(int temperature, int target, int band, int on)
{
    int result;

    if (band < 0 || band > 50) {
        result = 0;
    } else {
        if (on) {
            if ((long)temperature > (long)target + band) {
                result = 0;
                switches++;
            } else {
                result = 1;
            }
        } else {
            if ((long)temperature < (long)target - band) {
                result = 1;
                switches++;
            } else {
                result = 0;
            }
        }
    }
    return result;
}
