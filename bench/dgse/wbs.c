/* A wheel brake system over N steps of its control loop. State is kept from step to step, in parts that do not know of each other: the brakes
 * (pedal, automatic brake, skidding wheels), the hydraulic circuits, the temperature with its fan, and the tyres. What the crew is
 * shown of each is printed. Brakes and temperature are looked at in every other step, circuits and tyres in the steps between. */
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

#ifndef N
#define N 2
#endif

#include "repeat.h"

enum { LIGHT_TRAVEL = 10, FULL_TRAVEL = 100, AUTO_DEMAND = 40, HOLD = 2 };
enum { WEAK = 20, STRONG = 60, CONFIRMED = 1 };
enum { HOT = 90, VERY_HOT = 120, LONG_RUN = 3, SHORT_RUN = 1 };
enum { FLAT = 12, PRESSURE_STEP = 4 };
enum circuit { GREEN, BLUE, ACCUMULATOR };

struct sensors {
    unsigned char pedal;           /* 0 to 100; more is a broken sensor */
    unsigned char automatic;       /* the switch of the automatic brake */
    unsigned char skid;            /* a wheel turns too slowly */
    unsigned char green, blue;     /* pressures of the circuits */
    signed char temperature;
    unsigned char tyre;            /* pressure of the tyre that is looked at in this step */
};

/* What is kept. */
static int armed, released_for;
static int green_faults, applications = 3;
static int fan_steps;
static int flat_tyres, least_pressure = 255;

/* How far the pedal is down. */
static int travel(int pedal)
{
    if (pedal > FULL_TRAVEL)
        return 0;
    if (pedal < LIGHT_TRAVEL)
        return 0;
    return pedal - LIGHT_TRAVEL;
}

/* The valve: the greater of pedal and automatic brake, nothing while a wheel skids, half for some steps after that. */
static int valve(int pedal, int automatic, int skid)
{
    int demand = travel(pedal);
    if (automatic == 0) {
        armed = 0;
    } else if (!armed) {
        armed = 1;
    } else if (demand < AUTO_DEMAND) {
        demand = AUTO_DEMAND;
    }
    if (skid != 0) {
        released_for = HOLD;
        return 0;
    }
    if (released_for > 0) {
        released_for--;
        return demand / 2;
    }
    return demand;
}

/* Green until it was weak for some steps, then blue, then what is left in the accumulator. */
static int circuit(int green, int blue)
{
    if (green < WEAK) {
        if (green_faults < CONFIRMED)
            green_faults++;
    } else if (green >= STRONG) {
        green_faults = 0;
    }
    assert(green_faults >= 0 && green_faults <= CONFIRMED);
    if (green_faults < CONFIRMED)
        return GREEN;
    if (blue >= WEAK)
        return BLUE;
    if (applications > 0)
        applications--;
    return ACCUMULATOR;
}

/* The fan runs on for a while. */
static int fan(int temperature)
{
    if (temperature > VERY_HOT)
        fan_steps = LONG_RUN;
    else if (temperature > HOT)
        fan_steps = SHORT_RUN;
    else if (fan_steps > 0)
        fan_steps--;
    return fan_steps > 0;
}

static void look_at_tyre(int pressure)
{
    if (pressure < FLAT)
        flat_tyres++;
    else if (pressure + PRESSURE_STEP < least_pressure)
        least_pressure = pressure;
}

int main(void)
{
    struct sensors in[N];
    klee_make_symbolic(in, sizeof in, "in");
#define STEP(i)                                                                      \
    if ((i) % 2 == 0) {                                                              \
        printf("valve %d\n", valve(in[i].pedal, in[i].automatic, in[i].skid));       \
        printf("fan %d\n", fan(in[i].temperature));                                  \
    } else {                                                                         \
        printf("circuit %d\n", circuit(in[i].green, in[i].blue));                    \
        look_at_tyre(in[i].tyre);                                                    \
    }
    EACH(STEP)
    printf("armed %d\n", armed);
    printf("left %d\n", applications);
    printf("flat %d\n", flat_tyres);
    printf("least %d\n", least_pressure);
    return 0;
}
