/* Two-point controller with hysteresis. */
enum mode { IDLE = 10, HEATING = 20 };

static struct {
    enum mode mode;
    short target;
} heater = {IDLE, 200};

void heat_set(int t)
{
    if (t < 50 || t > 300)
        return;
    heater.target = (short)t;
}

int heat_step(int measured)
{
    if (measured > heater.target + 5)
        heater.mode = IDLE;
    else if (measured < heater.target - 5)
        heater.mode = HEATING;
    return heater.mode == HEATING;
}
