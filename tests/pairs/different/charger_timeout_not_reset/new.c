/* One step of a battery charger: idle, precharge, constant current, done. */
enum phase { IDLE, PRECHARGE, CURRENT, DONE };

int phase;
unsigned elapsed;
int charge_current;

static int stop(int next)
{
    charge_current = 0;
    return phase = next;
}

int charge_step(int millivolts, int plugged)
{
    if (!plugged)
        return stop(IDLE);
    switch (phase) {
    case IDLE:
        phase = millivolts < 3000 ? PRECHARGE : CURRENT;
        break;
    case PRECHARGE:
        charge_current = 100;
        elapsed++;
        if (millivolts >= 3000)
            phase = CURRENT;
        break;
    case CURRENT:
        if (millivolts >= 4200)
            return stop(DONE);
        charge_current = 1000;
        break;
    }
    return phase;
}
