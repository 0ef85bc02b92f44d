/* A wheel brake system, one step of its control loop: the pedal, the automatic brake and the anti-skid sensors give a
 * command; the command goes through the normal (green) or the alternate (blue) hydraulic circuit, or through the
 * accumulator when both are lost; counters confirm faults before the crew is told.
 * Sections follow each other and meet in a few globals only, as in code that was generated from block diagrams. */
#include <stdbool.h>

enum mode { NORMAL, ALTERNATE, EMERGENCY };
enum pedal { RELEASED, LIGHT, MEDIUM, FULL };

enum {
    FULL_TRAVEL = 100,
    LIGHT_TRAVEL = 10,
    MEDIUM_TRAVEL = 55,
    AUTO_DEMAND = 40,
    ENOUGH_PRESSURE = 20,
    FULL_PRESSURE = 60,
    CONFIRMED = 3,
    ACCUMULATOR_LOW = 5,
    ACCUMULATOR_FULL = 50,
    HOT = 450,
    VERY_HOT = 650,
    COOL = 300,
    WORN = 80,
    FAST = 90,
    TYRE_LOW = 12,
};

/* State that is kept from step to step. */
int Mode;                 /* which circuit brakes */
int GreenPressure;
int BluePressure;
int Accumulator;          /* applications that it still has pressure for */
int GreenFaults;          /* steps in which the green circuit was weak */
int SkidHold;             /* steps for which a released wheel stays released */
bool AutoArmed;
bool AutoActive;
int PedalLevel;
int WheelSpeed;
int Temperature;
int Wear;
int FanSteps;
int SmoothSpeed;
int TestSteps;
bool SelfTest;
bool Landed;
int Tyre1, Tyre2, Tyre3, Tyre4;   /* pressures */

/* What the step commands. */
int Demand;
int NormalValve;
int AlternateValve;
int MeterValve;
bool ShutOff;
bool SelectorBlue;
int Indicator;            /* what the crew sees of the brakes: 0 normal, 1 alternate, 2 emergency */
bool WarnPressure;
bool WarnAccumulator;
bool WarnTemperature;
bool Fan;
int Maintenance;          /* a code for the ground crew */
int AutoLight;
int Deceleration;
int LowTyres;             /* a bit for each */
int RecordBits;
int RecordValves;
int RecordSum;
bool TestPassed;

void update(int PedalPos, bool AutoBrake, bool Skid)
{
    /* The pedal in steps; a sensor out of range counts as released. */
    int pedal;
    if (PedalPos < 0) {
        pedal = 0;
        PedalLevel = RELEASED;
    } else if (PedalPos > FULL_TRAVEL) {
        pedal = 0;
        PedalLevel = RELEASED;
    } else if (PedalPos < LIGHT_TRAVEL) {
        pedal = 0;
        PedalLevel = RELEASED;
    } else if (PedalPos < MEDIUM_TRAVEL) {
        pedal = PedalPos - LIGHT_TRAVEL;
        PedalLevel = LIGHT;
    } else if (PedalPos < FULL_TRAVEL) {
        pedal = PedalPos;
        PedalLevel = MEDIUM;
    } else {
        pedal = FULL_TRAVEL;
        PedalLevel = FULL;
    }

    /* The automatic brake: armed by the switch, active when the wheels are fast, released by the pedal. */
    if (AutoBrake) {
        if (!AutoArmed) {
            AutoArmed = true;
            AutoActive = false;
        } else if (PedalLevel >= MEDIUM) {
            AutoActive = false;
            AutoArmed = false;
        } else if (WheelSpeed > FAST) {
            AutoActive = true;
        }
    } else {
        AutoArmed = false;
        AutoActive = false;
    }
    if (AutoActive)
        AutoLight = 2;
    else if (AutoArmed)
        AutoLight = 1;
    else
        AutoLight = 0;

    /* What is demanded: the greater of pedal and automatic brake. */
    if (AutoActive && pedal < AUTO_DEMAND)
        Demand = AUTO_DEMAND;
    else
        Demand = pedal;

    /* Which circuit: green while it is not confirmed as weak, then blue, then the accumulator. */
    if (GreenPressure < ENOUGH_PRESSURE) {
        if (GreenFaults < CONFIRMED)
            GreenFaults = GreenFaults + 1;
    } else if (GreenPressure >= FULL_PRESSURE) {
        GreenFaults = 0;
    }
    if (GreenFaults < CONFIRMED) {
        Mode = NORMAL;
        SelectorBlue = false;
        ShutOff = false;
    } else if (BluePressure >= ENOUGH_PRESSURE) {
        Mode = ALTERNATE;
        SelectorBlue = true;
        ShutOff = true;
    } else {
        Mode = EMERGENCY;
        SelectorBlue = true;
        ShutOff = true;
    }

    /* Valves; a skidding wheel is released, and stays released for two more steps. */
    if (Skid) {
        SkidHold = 2;
        MeterValve = 0;
    } else if (SkidHold > 0) {
        SkidHold = SkidHold - 1;
        MeterValve = Demand / 2;
    } else {
        MeterValve = Demand;
    }
    if (Mode == NORMAL) {
        NormalValve = MeterValve;
        AlternateValve = 0;
        Indicator = 0;
    } else if (Mode == ALTERNATE) {
        NormalValve = 0;
        AlternateValve = MeterValve;
        Indicator = 1;
    } else {
        /* No anti-skid on the accumulator. */
        NormalValve = 0;
        AlternateValve = Demand;
        Indicator = 2;
    }

    /* The accumulator is emptied by braking with it, and filled from blue. */
    if (Mode == EMERGENCY) {
        if (Demand > 0 && Accumulator > 0)
            Accumulator = Accumulator - 1;
    } else if (BluePressure >= FULL_PRESSURE) {
        if (Accumulator < ACCUMULATOR_FULL)
            Accumulator = Accumulator + 1;
    }
    WarnAccumulator = Accumulator <= ACCUMULATOR_LOW;

    /* Pressure for the crew: both circuits weak. */
    if (GreenPressure < ENOUGH_PRESSURE && BluePressure < ENOUGH_PRESSURE)
        WarnPressure = true;
    else
        WarnPressure = false;

    /* Temperature: a warning when very hot; the fan runs on for some steps. */
    if (Temperature > VERY_HOT) {
        WarnTemperature = true;
        Fan = true;
        FanSteps = 10;
    } else if (Temperature > HOT) {
        Fan = true;
        FanSteps = 5;
    } else if (FanSteps > 0) {
        FanSteps = FanSteps - 1;
        Fan = true;
    } else {
        Fan = false;
    }
    WarnTemperature = WarnTemperature & (Temperature >= COOL);

    /* Wear grows with what is braked; the ground crew is told of the worst finding. */
    Wear = Wear + MeterValve / FULL_TRAVEL;
    Maintenance = 2 * (Wear > WORN) + (Wear > WORN / 2) + 4 * (GreenFaults == CONFIRMED);

    /* The speed of the wheels, smoothed, and how much they slow down in a step. */
    int before = SmoothSpeed;
    SmoothSpeed = (3 * SmoothSpeed + WheelSpeed) / 4;
    Deceleration = before - SmoothSpeed;
    Landed = Landed | (WheelSpeed > FAST);

    /* Tyres that have lost pressure. */
    LowTyres = 0;
    if (Tyre1 < TYRE_LOW)
        LowTyres = LowTyres | 1;
    if (Tyre2 < TYRE_LOW)
        LowTyres = LowTyres | 2;
    if (Tyre3 < TYRE_LOW)
        LowTyres = LowTyres | 4;
    if (Tyre4 < TYRE_LOW)
        LowTyres = LowTyres | 8;

    /* What is recorded: a word of bits, and a sum by which a reader checks the record. */
    RecordBits = (int)ShutOff + 2 * (int)SelectorBlue + 4 * (int)Skid + 8 * (int)AutoBrake;
    RecordValves = 1000 * NormalValve + AlternateValve;
    RecordSum = RecordBits ^ RecordValves ^ Mode;

    /* A self-test in the hangar: with the brakes released all of the hydraulics must be at rest. */
    int resting = SelfTest & (PedalLevel == RELEASED) & !Skid;
    TestSteps = TestSteps + resting;
    TestPassed = resting & (NormalValve + AlternateValve == 0);
}
