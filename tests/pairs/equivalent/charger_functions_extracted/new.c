/* One step of a battery charger: idle, precharge, constant current, constant voltage, done. */
#include <stdbool.h>

enum phase { IDLE, PRECHARGE, CURRENT, VOLTAGE, DONE };
enum { EMPTY_MV = 3000, FULL_MV = 4200, PRECHARGE_LIMIT = 1800 };

int phase;
unsigned elapsed;
int charge_current;
int fault;

static bool safe(int millivolts, int temperature)
{
    return millivolts <= 4300 && temperature >= 0 && temperature <= 45;
}

static int stop(void)
{
    charge_current = 0;
    return phase = IDLE;
}

static int precharge(int millivolts)
{
    if (millivolts >= EMPTY_MV) {
        charge_current = 100;
        elapsed = 0;
        return phase = CURRENT;
    }
    if (++elapsed > PRECHARGE_LIMIT) {
        fault = 1;
        return stop();
    }
    charge_current = 100;
    return phase;
}

int charge_step(int millivolts, int milliamps, int temperature, int plugged)
{
    if (!safe(millivolts, temperature)) {
        fault = 1;
        return stop();
    }
    if (!plugged) {
        elapsed = 0;
        return stop();
    }
    if (phase == PRECHARGE)
        return precharge(millivolts);
    charge_current = phase == CURRENT ? 1000 : phase == VOLTAGE ? milliamps : 0;
    if (phase == IDLE) {
        elapsed = 0;
        phase = millivolts >= EMPTY_MV ? CURRENT : PRECHARGE;
    } else if (phase == CURRENT && millivolts >= FULL_MV) {
        phase = VOLTAGE;
    } else if (phase == VOLTAGE && milliamps < 50) {
        phase = DONE;
    }
    return phase;
}
