/* Advisory of a collision avoidance system: 0 none, 1 climb, -1 descend. */
static int threshold(int layer)
{
    switch (layer) {
    case 0: return 400;
    case 1: return 500;
    case 2: return 640;
    }
    return 740;
}

int advisory(int own, int other, int layer, int enabled)
{
    int gap;

    if (own < 0 || own > 100000 || other < 0 || other > 100000 || !enabled)
        return 0;
    gap = other - own;
    if (gap > 0 && gap < threshold(layer))
        return -1;
    if (gap < 0 && -gap < threshold(layer))
        return 1;
    return 0;
}
