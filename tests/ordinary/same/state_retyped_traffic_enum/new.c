enum light { GREEN, YELLOW, RED, RED_YELLOW };

static enum light light = RED;
static unsigned waited;

static const struct phase {
    unsigned duration;
    enum light next;
    unsigned lamps;
} phases[] = {
    [GREEN]      = { 25, YELLOW, 1 },
    [YELLOW]     = { 4, RED, 2 },
    [RED]        = { 30, RED_YELLOW, 4 },
    [RED_YELLOW] = { 3, GREEN, 6 },
};

unsigned light_tick(void)
{
    if (++waited >= phases[light].duration) {
        waited = 0;
        light = phases[light].next;
    }
    return phases[light].lamps;
}

void light_request(void)
{
    if (light == RED && waited < 25)
        waited = 25;
}
