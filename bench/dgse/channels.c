/* Sets up N channels of a data logger: gains of the amplifiers, filters, alarms, and dividers of the clocks, each of which two
 * neighbours share, so that what one of them asks for limits the other. Nothing else is shared. A band without width is an error that nobody
 * thought of. */
#include <assert.h>
#include <klee/klee.h>
#include <stdio.h>

#ifndef N
#define N 2
#endif

#include "repeat.h"

enum mode { OFF, SLOW, FAST, TRIGGERED, N_MODES };
enum { MOST_DIVISIONS = 5, BASE_CLOCK = 96, SATURATED = 120, QUIET = 6, STEPS = 1000 };

struct request {
    unsigned char mode;      /* enum mode, others are as OFF */
    unsigned char rate;      /* samples, 0 for the least */
    signed char level;       /* what is expected at the input */
    unsigned char coupling;  /* 0: direct, 1: without the constant part, others are invalid */
    signed char low, high;   /* alarm outside */
};

static int mode_of(int asked)
{
    if (asked >= N_MODES)
        return OFF;
    return asked;
}

/* Samples that a channel needs. */
static int needed(int mode, int rate)
{
    if (mode == OFF)
        return 0;
    if (mode == SLOW)
        return 1 + rate % 4;
    if (mode == FAST)
        return 16 + rate % 64;
    return 8;
}

/* By how many bits the common clock is divided: the faster of the two decides. */
static int divisions(int first, int second)
{
    int most = first;
    if (second > first)
        most = second;
    int shift = 0;
    while (shift < MOST_DIVISIONS && (BASE_CLOCK >> (shift + 1)) >= most)
        shift++;
    assert(shift == MOST_DIVISIONS || (BASE_CLOCK >> (shift + 1)) < most);
    return shift;
}

/* The gain in steps of 6 dB, for the size of what is expected. */
static int gain_of(int level)
{
    int size = level;
    if (level < 0)
        size = -level;
    if (size > SATURATED)
        return 0;
    if (size > SATURATED / 2)
        return 1;
    if (size > QUIET)
        return 2;
    return 4;
}

static int filter_of(int coupling)
{
    if (coupling > 1)
        return -1;
    if (coupling == 1)
        return 50;
    return 0;
}

/* The width of the alarm's band, its bounds being put in order. */
static int band_of(int low, int high)
{
    if (low > high)
        return low - high;
    return high - low;
}

static void analog(int channel, int level, int coupling, int low, int high)
{
    printf("%d gain %d\n", channel, gain_of(level));
    printf("%d filter %d\n", channel, filter_of(coupling));
    printf("%d steps %d\n", channel, STEPS / band_of(low, high));
}

static void common_clock(int number, int first_mode, int first_rate, int second_mode, int second_rate)
{
    int first = needed(mode_of(first_mode), first_rate);
    int second = needed(mode_of(second_mode), second_rate);
    if (first == 0 && second == 0) {
        printf("%d off\n", number);
        return;
    }
    printf("%d clock %d\n", number, BASE_CLOCK >> divisions(first, second));
}

int main(void)
{
    /* The last is off: the neighbour where N is odd. */
    static struct request ask[N + 1];
    klee_make_symbolic(ask, N * sizeof ask[0], "ask");
#define CHANNEL(i)                                                                                        \
    if ((i) % 2 == 0)                                                                                     \
        common_clock(i, ask[i].mode, ask[i].rate, ask[(i) + 1].mode, ask[(i) + 1].rate);                  \
    analog(i, ask[i].level, ask[i].coupling, ask[i].low, ask[i].high);
    EACH(CHANNEL)
    return 0;
}
