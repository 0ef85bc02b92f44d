/* Next state of a pedestrian light; counts the ticks spent in green. */
enum light { RED, RED_YELLOW, GREEN, YELLOW };

unsigned ticks;

int next_light(int now, int request)
{
    switch (now) {
    case RED:
        return request ? RED_YELLOW : RED;
    case RED_YELLOW:
        ticks = 0;
        return GREEN;
    case GREEN:
        ticks++;
        if (request)
            return YELLOW;
        return GREEN;
    case YELLOW:
        return RED;
    }
    return RED;
}
