/* An altitude switch, one step: it turns a device on when the aircraft comes down through a threshold and, if it is asked
 * to, off again when the aircraft climbs through it. Three altimeters vote; inhibition, reset and faults have their own
 * small machines with timers; a watchdog, a record and a panel follow.
 * One function, as code that was generated from block diagrams is: the blocks meet in a few globals only. */
#include <stdbool.h>

enum altitude { UNKNOWN, ABOVE, AT_OR_BELOW };
enum state { INITIALISING, STANDBY, AWAITING, FAULT };
enum device { OFF, ON, FAILED };

enum {
    THRESHOLD = 2000,
    HYSTERESIS = 200,
    HIGHEST = 50000,
    LOWEST = -1000,
    DISAGREE = 500,
    FAULT_STEPS = 4,
    POWER_UP_STEPS = 2,
    WAIT_STEPS = 6,
    INHIBIT_STEPS = 30,
    STEP_LIMIT = 20,
    VOLTAGE_LOW = 22,
    VOLTAGE_HIGH = 30,
    HOT = 85,
    ICING = -10,
    REPLACE_STEPS = 100,
    SERVICE_STEPS = 10000,
    SERVICE_SWITCHINGS = 500,
    DRAIN = 1,
    DRAIN_FAULT = 3,
    CHARGE_LOW = 50,
    TRIPPED = 12,
};

/* Altimeters, as they were read. */
int Height1, Height2, Height3;
bool Valid1, Valid2, Valid3;

/* State from step to step. */
int State;
int Altitude;             /* where the last step saw the aircraft */
int LastHeight;
int PowerUpTimer;
int WaitTimer;
int FaultTimer;
int InhibitTimer;
bool Inhibited;
int DeviceCommand;
int DeviceStatus;         /* what the device reports */
int Heartbeat;
int Missed;               /* heartbeats that were late */
int Voltage;
int BoardTemperature;
int HeaterSteps;
bool HeaterOn;
int PanelMode;
int Page;
int SuspectSteps1, SuspectSteps2, SuspectSteps3;
int OnSteps;
int Switchings;
int WasOn;
int SmoothVoltage;
int Charge;
int BusWords;
bool TestRequest;
int TestFailures;
int Current1, Current2, Current3, Current4;

/* What the step gives. */
int Height;               /* voted */
int Votes;
bool Disagreement;
bool AltitudeFault;
bool DeviceFault;
bool SystemFault;
bool PowerFault;
bool WatchdogFault;
int SwitchOutput;
int Lamp;                 /* 0 off, 1 steady, 2 blinking */
int Buzzer;
int Rate;
bool Descending;
int Shown;                /* a number on the panel */
int RecordMachine;
int RecordSupply;
int RecordAltimeters;
int RecordCount;
int Efficiency;
int Breakers;             /* a bit for each */
bool Overheated;
int Suspect;              /* a bit for each altimeter */
int Replace;
bool Service;
bool ChargeLow;
int BusHeight;
int BusRate;
int BusStatus;
int BusSupply;
int BusInhibition;
int BusParity;
bool TestPassed;

void update(bool Reset, bool Inhibit, bool Ascending)
{
    /* 1. Voting. Readings out of range are not valid. Of three the middle one counts, of two the lower one. */
    bool use1 = Valid1 & (Height1 >= LOWEST) & (Height1 <= HIGHEST);
    bool use2 = Valid2 & (Height2 >= LOWEST) & (Height2 <= HIGHEST);
    bool use3 = Valid3 & (Height3 >= LOWEST) & (Height3 <= HIGHEST);
    Votes = use1 + use2 + use3;
    if (Votes == 3) {
        int low = Height1;
        int high = Height2;
        if (low > high) {
            low = Height2;
            high = Height1;
        }
        if (Height3 < low)
            Height = low;
        else if (Height3 > high)
            Height = high;
        else
            Height = Height3;
    } else if (Votes == 2) {
        if (!use1)
            Height = Height2 < Height3 ? Height2 : Height3;
        else if (!use2)
            Height = Height1 < Height3 ? Height1 : Height3;
        else
            Height = Height1 < Height2 ? Height1 : Height2;
    } else {
        Height = LastHeight;
    }
    Disagreement = (Votes == 3) & ((Height1 - Height2 > DISAGREE) | (Height2 - Height1 > DISAGREE));

    /* 2. How fast it goes down, for the panel; a jump is not believed. */
    Rate = Height - LastHeight;
    Rate = Rate * (Rate < STEP_LIMIT * 100) * (Rate > -STEP_LIMIT * 100);
    Descending = Rate < 0;

    /* 3. Faults of the altimeters are confirmed by a timer. */
    if (Votes >= 2) {
        FaultTimer = 0;
        AltitudeFault = false;
    } else if (FaultTimer < FAULT_STEPS) {
        FaultTimer = FaultTimer + 1;
        AltitudeFault = false;
    } else {
        AltitudeFault = true;
    }

    /* 4. Where the aircraft is, with hysteresis on the way up. */
    int before = Altitude;
    if (AltitudeFault)
        Altitude = UNKNOWN;
    else if (Height <= THRESHOLD)
        Altitude = AT_OR_BELOW;
    else if (Height > THRESHOLD + HYSTERESIS)
        Altitude = ABOVE;
    bool came_down = (before == ABOVE) & (Altitude == AT_OR_BELOW);
    bool came_up = (before == AT_OR_BELOW) & (Altitude == ABOVE);
    LastHeight = Height;

    /* 5. Inhibition: while the button is held and for some steps after. */
    if (Inhibit) {
        Inhibited = true;
        InhibitTimer = INHIBIT_STEPS;
    } else if (InhibitTimer > 0) {
        InhibitTimer = InhibitTimer - 1;
    } else {
        Inhibited = false;
    }

    /* 6. The device: it must follow its command in time. */
    DeviceFault = false;
    if (DeviceStatus == FAILED) {
        DeviceFault = true;
    } else if (State == AWAITING) {
        if (DeviceStatus == DeviceCommand) {
            WaitTimer = 0;
        } else if (WaitTimer < WAIT_STEPS) {
            WaitTimer = WaitTimer + 1;
        } else {
            DeviceFault = true;
        }
    }

    /* 7. The machine. */
    SystemFault = AltitudeFault | DeviceFault;
    if (Reset) {
        State = INITIALISING;
        PowerUpTimer = 0;
        WaitTimer = 0;
        DeviceCommand = OFF;
    } else {
        switch (State) {
        case INITIALISING:
            if (PowerUpTimer < POWER_UP_STEPS)
                PowerUpTimer = PowerUpTimer + 1;
            else
                State = SystemFault ? FAULT : STANDBY;
            break;
        case STANDBY:
            if (SystemFault) {
                State = FAULT;
            } else if (came_down && !Inhibited) {
                DeviceCommand = ON;
                State = AWAITING;
            } else if (came_up && Ascending && !Inhibited) {
                DeviceCommand = OFF;
                State = AWAITING;
            }
            break;
        case AWAITING:
            if (SystemFault)
                State = FAULT;
            else if (DeviceStatus == DeviceCommand)
                State = STANDBY;
            break;
        default:
            if (!SystemFault)
                State = INITIALISING;
            break;
        }
    }

    /* 8. The output goes to the safe side in a fault. */
    if (State == FAULT)
        SwitchOutput = OFF;
    else
        SwitchOutput = DeviceCommand;

    /* 9. Supply: its own fault, which the machine does not look at. */
    PowerFault = (Voltage < VOLTAGE_LOW) | (Voltage > VOLTAGE_HIGH);

    /* 10. The heater of the board. */
    HeaterOn = (HeaterOn | (BoardTemperature < ICING)) & (BoardTemperature <= HOT);
    HeaterSteps = (HeaterSteps + 1) * HeaterOn;
    Overheated = (BoardTemperature > HOT) & (HeaterSteps == 0);

    /* 11. The watchdog: late heartbeats are counted, good ones forgive slowly. */
    Missed = Missed + (Heartbeat == 0) - (Heartbeat != 0) * (Missed > 0);
    WatchdogFault = Missed > FAULT_STEPS;

    /* 12. Lamp and buzzer. */
    Lamp = 2 * (State == FAULT) + (SwitchOutput == ON) * (State != FAULT);
    Buzzer = WatchdogFault | PowerFault;

    /* 13. The panel. */
    switch (PanelMode) {
    case 0:
        Shown = Height;
        break;
    case 1:
        Shown = Rate;
        break;
    case 2:
        Shown = Voltage;
        break;
    default:
        Shown = 0;
        Page = Page + 1;
        break;
    }

    /* 14. Which altimeter is off: the one that is far from the voted height, for the ground crew. */
    int off1 = (Height1 - Height > DISAGREE) | (Height - Height1 > DISAGREE);
    int off2 = (Height2 - Height > DISAGREE) | (Height - Height2 > DISAGREE);
    int off3 = (Height3 - Height > DISAGREE) | (Height - Height3 > DISAGREE);
    Suspect = off1 + 2 * off2 + 4 * off3;
    SuspectSteps1 = (SuspectSteps1 + 1) * off1;
    SuspectSteps2 = (SuspectSteps2 + 1) * off2;
    SuspectSteps3 = (SuspectSteps3 + 1) * off3;
    Replace = (SuspectSteps1 > REPLACE_STEPS) + 2 * (SuspectSteps2 > REPLACE_STEPS)
            + 4 * (SuspectSteps3 > REPLACE_STEPS);

    /* 15. How often and how long the device was on. */
    int on = SwitchOutput == ON;
    OnSteps = OnSteps + on;
    Switchings = Switchings + (on != WasOn);
    WasOn = on;
    Service = (OnSteps > SERVICE_STEPS) | (Switchings > SERVICE_SWITCHINGS);

    /* 16. The supply, smoothed, and what the battery still has. */
    SmoothVoltage = (7 * SmoothVoltage + Voltage) / 8;
    Charge = Charge - DRAIN - (DRAIN_FAULT - DRAIN) * PowerFault;
    Charge = Charge * (Charge > 0);
    ChargeLow = Charge < CHARGE_LOW;

    /* 17. Words for the bus: height and rate in the bus's units, status bits, a parity bit, a counter of words. */
    BusHeight = Height / 4 + 256;
    BusRate = Rate / 2;
    BusStatus = (int)AltitudeFault + 2 * (int)DeviceFault + 4 * (int)Disagreement;
    BusSupply = (int)PowerFault + 2 * (int)WatchdogFault + 4 * (int)ChargeLow + 8 * (int)HeaterOn;
    BusInhibition = (int)Inhibited + 2 * InhibitTimer;
    int fold = BusHeight ^ BusRate;
    fold = fold ^ (fold >> 16);
    fold = fold ^ (fold >> 8);
    fold = fold ^ (fold >> 4);
    fold = fold ^ (fold >> 2);
    BusParity = (fold ^ (fold >> 1)) & 1;
    BusWords = BusWords + 5;

    /* 18. The self-test that the ground crew asks for: supply, watchdog and heater must be well. */
    TestPassed = TestRequest & !PowerFault & !WatchdogFault & !Overheated;
    TestFailures = TestFailures + (TestRequest & !TestPassed);

    /* 19. The record for the ground crew: a word for the machine, one for the supply, one for the altimeters. */
    RecordMachine = State + 8 * DeviceCommand + 64 * (int)SystemFault;
    RecordSupply = Voltage + 1000 * (int)PowerFault + 2000 * Missed;
    RecordAltimeters = Votes + 4 * Suspect + 32 * Replace;
    RecordCount = RecordCount + (PowerFault | WatchdogFault);

    /* 20. What the heater costs of the supply. */
    Efficiency = Voltage * 100 / VOLTAGE_HIGH - HeaterSteps;

    /* 21. Breakers of the lamps that have tripped. */
    Breakers = 0;
    if (Current1 > TRIPPED)
        Breakers = Breakers | 1;
    if (Current2 > TRIPPED)
        Breakers = Breakers | 2;
    if (Current3 > TRIPPED)
        Breakers = Breakers | 4;
    if (Current4 > TRIPPED)
        Breakers = Breakers | 8;
}
