/* Tickets of a queue. */
static struct {
    unsigned waiting;
    unsigned char serving;
} desk;

int ticket_take(void)
{
    if (desk.waiting >= 200)
        return -1;
    desk.waiting++;
    return (unsigned char)(desk.serving + desk.waiting - 1);
}

int ticket_call(void)
{
    if (!desk.waiting)
        return -1;
    desk.waiting--;
    return desk.serving++;
}
