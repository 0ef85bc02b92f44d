/* Pump switch: off, automatic, on. */
enum pos { OFF, AUTO, ON };

static enum pos pos = AUTO;

int pump_switch(int to)
{
    if (to == OFF || to == AUTO || to == ON) {
        pos = to;
        return 1;
    }
    return 0;
}

int pump_runs(int water)
{
    return pos == ON || (pos == AUTO && water > 30);
}
