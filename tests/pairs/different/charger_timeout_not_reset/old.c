/* One step of a battery charger: idle, precharge, constant current, done. */
enum phase { IDLE, PRECHARGE, CURRENT, DONE };

int phase;
unsigned elapsed;
int charge_current;

int charge_step(int millivolts, int plugged)
{
    if (!plugged) {
        phase = IDLE;
        elapsed = 0;
        charge_current = 0;
        return phase;
    }
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
        charge_current = 1000;
        if (millivolts >= 4200) {
            phase = DONE;
            charge_current = 0;
        }
        break;
    }
    return phase;
}
