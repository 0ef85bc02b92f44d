/* One step of a battery charger: idle, precharge, constant current, constant voltage, done. */
enum phase { IDLE, PRECHARGE, CURRENT, VOLTAGE, DONE };

int phase;
unsigned elapsed;
int charge_current;
int fault;

int charge_step(int millivolts, int milliamps, int temperature, int plugged)
{
    if (temperature < 0 || temperature > 45 || millivolts > 4300) {
        fault = 1;
        phase = IDLE;
        charge_current = 0;
    } else if (!plugged) {
        phase = IDLE;
        charge_current = 0;
        elapsed = 0;
    } else {
        switch (phase) {
        case IDLE:
            if (millivolts < 3000)
                phase = PRECHARGE;
            else
                phase = CURRENT;
            elapsed = 0;
            charge_current = 0;
            break;
        case PRECHARGE:
            charge_current = 100;
            elapsed = elapsed + 1;
            if (millivolts >= 3000) {
                phase = CURRENT;
                elapsed = 0;
            } else if (elapsed > 1800) {
                fault = 1;
                phase = IDLE;
                charge_current = 0;
            }
            break;
        case CURRENT:
            charge_current = 1000;
            if (millivolts >= 4200)
                phase = VOLTAGE;
            break;
        case VOLTAGE:
            charge_current = milliamps;
            if (milliamps < 50)
                phase = DONE;
            break;
        default:
            charge_current = 0;
            break;
        }
    }
    return phase;
}
