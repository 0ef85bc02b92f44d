/* Smallest and largest of the readings of one scan. */
#define CHANNELS 6

int readings[CHANNELS];
int lowest;
int highest;

int update_range(void)
{
    int low = readings[0];
    int high = readings[0];
    int i;

    for (i = 1; i < CHANNELS; i++) {
        int r = readings[i];
        if (r < low)
            low = r;
        if (high < r)
            high = r;
    }
    lowest = low;
    highest = high;
    return low < high;
}
