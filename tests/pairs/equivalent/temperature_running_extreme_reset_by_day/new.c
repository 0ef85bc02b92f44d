/* Lowest, highest and number of readings of a day. */
enum { LOW, HIGH, COUNT, SLOTS };

static int day[SLOTS];

void day_reading(short t)
{
    if (day[COUNT] == 0) {
        day[LOW] = day[HIGH] = t;
    } else if (t < day[LOW]) {
        day[LOW] = t;
    } else if (t > day[HIGH]) {
        day[HIGH] = t;
    }
    if (day[COUNT] != 255)
        day[COUNT]++;
}

int day_end(void)
{
    int any = day[COUNT];

    day[COUNT] = 0;
    return any ? day[HIGH] - day[LOW] : -1;
}
