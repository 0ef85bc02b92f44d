#define ST_OK 0
#define ST_BUSY 3
#define ST_FAILED (-2)
#define ST_LAST 5

static int current = ST_OK;

int job_start(int id)
{
    if (current == ST_BUSY || id < 0 || id > ST_LAST)
        return ST_FAILED;
    current = ST_BUSY;
    return ST_OK;
}

int job_poll(int finished)
{
    if (finished)
        current = ST_OK;
    return current;
}
