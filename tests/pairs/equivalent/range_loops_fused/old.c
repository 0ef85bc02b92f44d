/* Smallest and largest of the readings of one scan. */
#define CHANNELS 6

int readings[CHANNELS];
int lowest;
int highest;

int update_range(void)
{
    int i;

    lowest = readings[0];
    for (i = 1; i < CHANNELS; i++)
        if (readings[i] < lowest)
            lowest = readings[i];

    highest = readings[0];
    for (i = 1; i < CHANNELS; i++)
        if (readings[i] > highest)
            highest = readings[i];

    return lowest != highest;
}
