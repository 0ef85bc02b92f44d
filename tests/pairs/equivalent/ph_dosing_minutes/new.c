/* Dosing time left. */
static unsigned char minutes, seconds;

void dose_add(unsigned char s)
{
    unsigned sum = seconds + s;

    minutes = (unsigned char)(minutes + sum / 60);
    seconds = (unsigned char)(sum % 60);
    if (minutes > 59) {
        minutes = 59;
        seconds = 59;
    }
}

int dose_second(void)
{
    if (seconds > 0) {
        seconds--;
        return 1;
    }
    if (minutes == 0)
        return 0;
    minutes--;
    seconds = 59;
    return 1;
}

unsigned dose_minutes(void)
{
    return minutes;
}
