static int state = 0;  /* 0 red, 1 red+yellow, 2 green, 3 yellow */
static unsigned waited;

unsigned light_tick(void)
{
    static const unsigned duration[] = { 30, 3, 25, 4 };

    if (++waited >= duration[state]) {
        waited = 0;
        state = (state + 1) & 3;
    }
    switch (state) {
    case 0: return 4;
    case 1: return 6;
    case 2: return 1;
    default: return 2;
    }
}

void light_request(void)
{
    if (state == 0 && waited < 25)
        waited = 25;
}
