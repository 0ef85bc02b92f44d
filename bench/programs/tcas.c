/* Advisory logic of a traffic collision avoidance system over twelve symbolic inputs: two aircraft, their heights and
 * their vertical separation if ours climbs or descends; the advice is to climb, to descend, or nothing.
 * Measures control logic: many small conditions over inputs that are shared. */
#include <assert.h>
#include <klee/klee.h>

enum advice { NONE, CLIMB, DESCEND };
enum intent { NO_INTENT, WILL_NOT_CLIMB, WILL_NOT_DESCEND };

/* Less separation than this is not enough, by sensitivity layer; with inhibited climbs the estimate gets a margin. */
static const int threshold[4] = {400, 500, 640, 740};
enum { CLIMB_MARGIN = 100, MAX_RATE = 600, MIN_SEPARATION = 600, VERY_CLOSE = 300 };

struct situation {
    int separation;         /* vertical, now */
    int confident;          /* the other's track is certain */
    int own_height;
    int own_rate;           /* of climbing */
    int other_height;
    int layer;
    int up_separation;      /* at the closest point, if we climb */
    int down_separation;    /* at the closest point, if we descend */
    int other_can_talk;     /* has the same system */
    int other_intent;
    int climb_inhibited;
    int two_reports;        /* two of three reports of the other's height are valid */
};

static int separation_if_climbing(const struct situation *s)
{
    return s->climb_inhibited ? s->up_separation + CLIMB_MARGIN : s->up_separation;
}

static int own_below(const struct situation *s)
{
    return s->own_height < s->other_height;
}

static int own_above(const struct situation *s)
{
    return s->other_height < s->own_height;
}

/* Whether not climbing is wrong although climbing crosses nobody, and likewise for descending. */
static int climb_advised(const struct situation *s)
{
    int enough = threshold[s->layer];
    if (separation_if_climbing(s) > s->down_separation)
        return !own_below(s) || (own_below(s) && !(s->down_separation >= enough));
    return own_above(s) && s->separation >= VERY_CLOSE && s->up_separation >= enough;
}

static int descend_advised(const struct situation *s)
{
    int enough = threshold[s->layer];
    if (separation_if_climbing(s) > s->down_separation)
        return own_below(s) && s->separation >= VERY_CLOSE && s->down_separation >= enough;
    return !own_above(s) || (own_above(s) && s->up_separation >= enough);
}

static enum advice advise(const struct situation *s)
{
    int enabled = s->confident && s->own_rate <= MAX_RATE && s->separation > MIN_SEPARATION;
    int intent_known = s->other_can_talk && s->other_intent == NO_INTENT;
    if (!enabled || !((s->other_can_talk && intent_known) || (!s->other_can_talk && s->two_reports)))
        return NONE;
    int climb = climb_advised(s) && own_below(s);
    int descend = descend_advised(s) && own_above(s);
    if (climb && descend)
        return NONE;
    if (climb)
        return CLIMB;
    return descend ? DESCEND : NONE;
}

int main(void)
{
    struct situation s;
    klee_make_symbolic(&s, sizeof s, "situation");
    klee_assume(s.layer >= 0 && s.layer < 4);
    klee_assume(s.up_separation >= 0 && s.up_separation < 100000);
    enum advice advice = advise(&s);
    if (advice == CLIMB)
        assert(s.own_height < s.other_height);
    if (advice == DESCEND)
        assert(s.own_height > s.other_height);
    return advice;
}
