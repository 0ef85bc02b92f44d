/* Queue of events between an interrupt and the main loop. */
enum { SIZE = 8 };

static int slot[SIZE];
static int head;
static int count;

int event_put(int id)
{
    if (count == SIZE)
        return -1;
    slot[(head + count) % SIZE] = id;
    count++;
    return 0;
}

int event_get(int *id)
{
    if (count == 0)
        return -1;
    *id = slot[head];
    head = (head + 1) % SIZE;
    count--;
    return 0;
}

int event_pending(void)
{
    return count;
}
