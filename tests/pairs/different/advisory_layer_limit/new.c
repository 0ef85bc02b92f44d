/* Advisory of a collision avoidance system: 0 none, 1 climb, -1 descend. */
static const short thresholds[4] = {400, 500, 600, 740};

int advisory(int own, int other, int layer, int enabled)
{
    int gap, limit;

    if (own < 0 || own > 100000 || other < 0 || other > 100000 || !enabled)
        return 0;
    limit = thresholds[layer >= 0 && layer < 3 ? layer : 3];
    gap = other - own;
    if (gap == 0 || gap >= limit || gap <= -limit)
        return 0;
    return gap > 0 ? -1 : 1;
}
