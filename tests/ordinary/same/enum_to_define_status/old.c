enum status { ST_OK = 0, ST_BUSY = 3, ST_FAILED = -2, ST_LAST = 5 };

static enum status current = ST_OK;

int job_start(int id)
{
    if (current == ST_BUSY)
        return ST_FAILED;
    if (id < 0 || id > ST_LAST)
        return ST_FAILED;
    current = ST_BUSY;
    return ST_OK;
}

int job_poll(int finished)
{
    if (current == ST_BUSY && finished)
        current = ST_OK;
    return current;
}
