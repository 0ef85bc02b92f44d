/* Advisory of a collision avoidance system: 0 none, 1 climb, -1 descend. */
static int threshold(int layer)
{
    switch (layer) {
    case 0: return 400;
    case 1: return 500;
    case 2: return 640;
    case 3: return 740;
    }
    return 740;
}

int advisory(int own, int other, int own_rate, int layer, int enabled, int intent)
{
    int separation_up, separation_down;
    int need_up, need_down;

    if (own < 0 || own > 100000 || other < 0 || other > 100000)
        return 0;
    if (own_rate < -600 || own_rate > 600)
        return 0;
    separation_up = own - other + 100;
    separation_down = other - own;
    if (enabled && intent != 2) {
        if (own < other)
            need_down = separation_down < threshold(layer);
        else
            need_down = 0;
        if (other < own)
            need_up = separation_up < threshold(layer);
        else
            need_up = 0;
        if (need_up && need_down)
            return 0;
        else if (need_up)
            return 1;
        else if (need_down)
            return -1;
        else
            return 0;
    }
    return 0;
}
