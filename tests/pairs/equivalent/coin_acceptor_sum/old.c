/* A ticket costs 50; gives 1 when it is paid, the rest is kept. */
enum { C0, C10, C20, C30, C40 };

static int state = C0;

int coin(int value)
{
    int add;

    switch (value) {
    case 10: add = 1; break;
    case 20: add = 2; break;
    case 50: add = 5; break;
    default: return 0;
    }
    state += add;
    if (state >= 5) {
        state -= 5;
        return 1;
    }
    return 0;
}

int coin_missing(void)
{
    return 50 - state * 10;
}
