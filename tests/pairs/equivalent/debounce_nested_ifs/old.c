/* A level is taken over when it was seen four times in a row. */
int stable;
unsigned count;

int debounce(int raw)
{
    if (raw != stable) {
        count = count + 1;
        if (count >= 4) {
            stable = raw;
            count = 0;
        }
    } else {
        if (count != 0) {
            count = 0;
        }
    }
    return stable;
}
