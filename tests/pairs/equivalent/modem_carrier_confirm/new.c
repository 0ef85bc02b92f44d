/* Carrier is there after three good symbols, and gone after one bad. */
static enum { LOST, SEEN1, SEEN2, LOCKED } sync;

int symbol(int good)
{
    if (!good)
        sync = LOST;
    else if (sync < LOCKED)
        sync++;
    return sync == LOCKED;
}
