/* A resolution advisory as in traffic collision avoidance, in ten functions: from two aircraft's heights and the vertical
 * separation that climbing or descending would give, whether to climb, to descend, or to do nothing; then what the crew is
 * told and shown. The entry is advise(). */

enum { UNRESOLVED, UPWARD, DOWNWARD };
enum { SILENT, TRAFFIC, CLIMB_NOW, DESCEND_NOW };

/* State and outputs. */
int Spoken;
int Colour;
int Quality;
int Volume;

int enough(int layer)
{
    if (layer <= 0)
        return 400;
    if (layer == 1)
        return 500;
    return 640;
}

int biased_climb(int up, int inhibited)
{
    if (inhibited)
        return up + 100;
    return up;
}

int own_below(int own, int other)
{
    return own < other;
}

int own_above(int own, int other)
{
    return other < own;
}

int climb_is_right(int up, int down, int inhibited, int below, int needed)
{
    if (biased_climb(up, inhibited) > down)
        return !below || down < needed;
    return !below && up >= needed;
}

int descent_is_right(int up, int down, int inhibited, int above, int needed)
{
    if (biased_climb(up, inhibited) > down)
        return !above && down >= needed;
    return !above || up < needed;
}

int quality(int age, int reports)
{
    int result = 0;
    if (age > 5)
        return 0;
    if (reports > 1)
        result = result + 2;
    if (age < 2)
        result = result + 1;
    return result;
}

int spoken(int advice, int separation)
{
    if (advice == UPWARD)
        return CLIMB_NOW;
    if (advice == DOWNWARD)
        return DESCEND_NOW;
    if (separation < 600)
        return TRAFFIC;
    return SILENT;
}

int colour(int separation)
{
    if (separation < 300)
        return 2;
    if (separation < 600)
        return 1;
    return 0;
}

int advise(int own, int other, int up, int down, int inhibited, int layer, int separation, int age, int reports)
{
    int advice = UNRESOLVED;
    int needed;
    int below;
    int above;
    Quality = quality(age, reports);
    Colour = colour(separation);
    Volume = 1;
    if (reports > 3)
        Volume = 2;
    needed = enough(layer);
    below = own_below(own, other);
    above = own_above(own, other);
    if (climb_is_right(up, down, inhibited, below, needed) && below)
        advice = UPWARD;
    if (descent_is_right(up, down, inhibited, above, needed) && above)
        advice = DOWNWARD;
    Spoken = spoken(advice, separation);
    return advice;
}
