/* Recognises a double tap: press, release, press, release without a timeout between. */
static int step;

int gesture(int what)              /* 0 press, 1 release, 2 timeout */
{
    if (what < 0 || what > 2)
        return 0;
    if (what == 2) {
        step = 0;
        return 0;
    }
    if (what == 0) {
        if (step == 0)
            step = 1;
        else if (step == 2)
            step = 3;
    } else {
        if (step == 1) {
            step = 2;
        } else if (step == 3) {
            step = 0;
            return 1;
        }
    }
    return 0;
}
