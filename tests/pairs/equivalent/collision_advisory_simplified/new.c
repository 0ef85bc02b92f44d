/* Advisory of a collision avoidance system: 0 none, 1 climb, -1 descend. */
static const short thresholds[4] = {400, 500, 640, 740};

static int within(int value, int low, int high) { return low <= value && value <= high; }

int advisory(int own, int other, int own_rate, int layer, int enabled, int intent)
{
    int limit = thresholds[within(layer, 0, 3) ? layer : 3];
    int above;

    if (!within(own, 0, 100000) || !within(other, 0, 100000) || !within(own_rate, -600, 600))
        return 0;
    if (!enabled || intent == 2)
        return 0;
    above = own - other;
    if (above > 0)
        return above < limit - 100 ? 1 : 0;
    if (above < 0)
        return -(-above < limit);
    return 0;
}
