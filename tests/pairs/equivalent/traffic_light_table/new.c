/* Next state of a pedestrian light; counts the ticks spent in green. */
enum light { RED, RED_YELLOW, GREEN, YELLOW };

static const unsigned char follower[4][2] = {
    [RED] = {RED, RED_YELLOW},
    [RED_YELLOW] = {GREEN, GREEN},
    [GREEN] = {GREEN, YELLOW},
    [YELLOW] = {RED, RED},
};

unsigned ticks;

int next_light(int now, int request)
{
    if (now < RED || now > YELLOW)
        return RED;
    if (now == GREEN)
        ticks = ticks + 1;
    else if (now == RED_YELLOW)
        ticks = 0;
    return follower[now][request != 0];
}
