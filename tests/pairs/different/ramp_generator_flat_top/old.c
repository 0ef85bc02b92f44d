/* Triangle wave between 0 and 8. */
static int value;
static int falling;

int triangle(void)
{
    int out = value;

    if (falling) {
        if (--value == 0)
            falling = 0;
    } else {
        if (++value == 8)
            falling = 1;
    }
    return out;
}
