/* A resolution advisory as in traffic collision avoidance: from two aircraft's heights and the vertical separation that
 * climbing or descending would give, whether to climb, to descend, or to do nothing; then what the crew is told.
 * All inputs are globals; the entry is advise(). */
#include <stdbool.h>

enum advice { UNRESOLVED, UPWARD, DOWNWARD };
enum intent { NO_INTENT, DO_NOT_CLIMB, DO_NOT_DESCEND };
enum { SILENT, TRAFFIC, CLIMB_NOW, DESCEND_NOW };

enum {
    OLDEST_TRACK = 5,        /* steps without a report */
    FASTEST_TRACK = 600,     /* greatest rate at which a height is believed, feet a minute */
    CLOSE = 600,             /* separation below which a track is a threat */
    VERY_CLOSE = 300,
    CLIMB_BONUS = 100,       /* separation that inhibited climbs are given in comparisons */
    LEVEL_BAND = 50,
    WEAK = 20,               /* an antenna's signal */
};

/* Inputs. */
int Separation;              /* vertical, now */
bool Confident;              /* the other's track is certain */
bool TwoReports;             /* two of three reports of the other's height agree */
int OwnHeight;
int OwnRate;
int OtherHeight;
int Layer;                   /* 0..3: greater separation is asked for higher up */
int UpSeparation;            /* at the closest point, if we climb */
int DownSeparation;          /* at the closest point, if we descend */
bool OtherEquipped;          /* the other has the same system */
int OtherIntent;
bool ClimbInhibited;
int TrackAge;
int Signal1, Signal2, Signal3, Signal4, Signal5, Signal6;
int Misses;

/* State and outputs. */
int Advice;
int Spoken;
int RateGoal;                /* feet a minute */
int LastAdvice;
int Reversals;
bool Display;
int Colour;
int Quality;
int WeakAntennas;            /* a bit for each */

static int enough(void)
{
    int feet;
    if (Layer <= 0)
        feet = 400;
    else if (Layer == 1)
        feet = 500;
    else if (Layer == 2)
        feet = 640;
    else
        feet = 740;
    return feet;
}

static int biased_climb(void)
{
    return ClimbInhibited ? UpSeparation + CLIMB_BONUS : UpSeparation;
}

static bool own_below(void)
{
    return OwnHeight < OtherHeight;
}

static bool own_above(void)
{
    return OtherHeight < OwnHeight;
}

/* Climbing does not cross the other, and not climbing would come too close. */
static bool climb_is_right(int needed)
{
    if (biased_climb() > DownSeparation)
        return !own_below() || !(DownSeparation >= needed);
    return own_above() && Separation >= VERY_CLOSE && UpSeparation >= needed;
}

static bool descent_is_right(int needed)
{
    if (biased_climb() > DownSeparation)
        return own_below() && Separation >= VERY_CLOSE && DownSeparation >= needed;
    return !own_above() || UpSeparation >= needed;
}

int advise(void)
{
    /* How good the track is: for the display only. */
    if (TrackAge > OLDEST_TRACK)
        Quality = 0;
    else
        Quality = Confident + TwoReports;

    /* The advice. */
    bool enabled = Confident && OwnRate <= FASTEST_TRACK && Separation > CLOSE;
    bool knows_nothing = TwoReports && OtherIntent == NO_INTENT;
    Advice = UNRESOLVED;
    if (enabled && ((OtherEquipped && knows_nothing) || !OtherEquipped)) {
        int needed = enough();
        bool climb = climb_is_right(needed) && own_below();
        bool descend = descent_is_right(needed) && own_above();
        if (climb && descend)
            Advice = UNRESOLVED;
        else if (climb)
            Advice = UPWARD;
        else if (descend)
            Advice = DOWNWARD;
    }

    /* A reversal is an advice against the last one. */
    if (LastAdvice == UPWARD && Advice == DOWNWARD)
        Reversals = Reversals + 1;
    else if (LastAdvice == DOWNWARD && Advice == UPWARD)
        Reversals = Reversals + 1;
    LastAdvice = Advice;

    /* What is said, and the rate that is asked for. */
    if (Advice == UPWARD) {
        Spoken = CLIMB_NOW;
        RateGoal = 1500;
    } else if (Advice == DOWNWARD) {
        Spoken = DESCEND_NOW;
        RateGoal = -1500;
    } else {
        Spoken = Separation < CLOSE ? TRAFFIC : SILENT;
        RateGoal = 0;
    }

    /* The display: red for a threat, amber near, white else; level traffic is shown only when near. */
    int difference = OwnHeight - OtherHeight;
    if (Separation < VERY_CLOSE)
        Colour = 2;
    else if (Separation < CLOSE)
        Colour = 1;
    else
        Colour = 0;
    Display = Colour > 0 || difference > LEVEL_BAND || difference < -LEVEL_BAND;

    /* Antennas whose signal is weak. */
    WeakAntennas = 0;
    if (Signal1 < WEAK)
        WeakAntennas = WeakAntennas | 1;
    if (Signal2 < WEAK)
        WeakAntennas = WeakAntennas | 2;
    if (Signal3 < WEAK)
        WeakAntennas = WeakAntennas | 4;
    if (Signal4 < WEAK)
        WeakAntennas = WeakAntennas | 8;
    if (Signal5 < WEAK)
        WeakAntennas = WeakAntennas | 16;
    if (Signal6 < WEAK)
        WeakAntennas = WeakAntennas | 32;
    Misses = Signal1 + Signal2 == 0 ? Misses + 1 : 0;
    return Advice;
}
