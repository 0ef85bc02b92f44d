/* A key counts as pressed or released after four equal samples. */
static unsigned char history;
static unsigned char down;

int key_sample(int raw)
{
    history = (unsigned char)(history << 1 | (raw ? 1 : 0));
    switch (history & 0x0f) {
    case 0x0f:
        down = 1;
        break;
    case 0x00:
        down = 0;
        break;
    default:
        break;
    }
    return down;
}

int key_down(void)
{
    return down;
}
