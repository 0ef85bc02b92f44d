/* Divides a clock by sixteen. */
static unsigned char count;

int divider(void)
{
    count++;
    if (count == 16) {
        count = 0;
        return 1;
    }
    return 0;
}

void divider_sync(void)
{
    count = 8;
}
