/* Two queues of four; urgent ones first. */
struct queue { unsigned in, out; int job[4]; };

static struct queue queues[2];

static int put(struct queue *q, int job)
{
    if (q->in - q->out >= 4)
        return 0;
    q->job[q->in % 4] = job;
    q->in++;
    return 1;
}

int job_add(int job, int is_urgent)
{
    return put(&queues[is_urgent == 0], job);
}

int job_next(int *job)
{
    for (struct queue *q = queues; q < queues + 2; q++)
        if (q->in != q->out) {
            *job = q->job[q->out % 4];
            q->out++;
            return 1;
        }
    return 0;
}
