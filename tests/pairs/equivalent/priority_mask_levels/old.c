/* Ready list of a small scheduler: the lowest number runs. */
static char ready[32];

void task_ready(int task)
{
    if (task >= 0 && task < 32)
        ready[task] = 1;
}

void task_block(int task)
{
    if (task >= 0 && task < 32)
        ready[task] = 0;
}

int task_next(void)
{
    int i;

    for (i = 0; i < 32; i++)
        if (ready[i])
            return i;
    return -1;
}
