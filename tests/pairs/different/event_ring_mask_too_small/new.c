/* Queue of events between an interrupt and the main loop. */
#define SIZE 8u

static struct {
    unsigned first;      /* next to take */
    unsigned next;       /* next to fill */
    int at[SIZE];
} queue;

int event_put(int id)
{
    if (queue.next - queue.first == SIZE)
        return -1;
    queue.at[queue.next++ & (SIZE - 1u)] = id;
    return 0;
}

int event_get(int *id)
{
    if (queue.next == queue.first)
        return -1;
    *id = queue.at[queue.first++ & (SIZE / 2u - 1u)];
    return 0;
}

int event_pending(void)
{
    return (int)(queue.next - queue.first);
}
