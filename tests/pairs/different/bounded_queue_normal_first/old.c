/* Two queues of four; urgent ones first. */
static int urgent[4], normal[4];
static unsigned u_in, u_out, n_in, n_out;

int job_add(int job, int is_urgent)
{
    if (is_urgent) {
        if (u_in - u_out == 4)
            return 0;
        urgent[u_in++ % 4] = job;
    } else {
        if (n_in - n_out == 4)
            return 0;
        normal[n_in++ % 4] = job;
    }
    return 1;
}

int job_next(int *job)
{
    if (u_in != u_out)
        *job = urgent[u_out++ % 4];
    else if (n_in != n_out)
        *job = normal[n_out++ % 4];
    else
        return 0;
    return 1;
}
