/* The last four error codes. */
#define N 4

static int ring[N];
static int newest;

void error_log(int c)
{
    newest = newest > 0 ? newest - 1 : N - 1;
    ring[newest] = c;
}

int error_back(int back)
{
    if (back < 0 || back >= N)
        return 0;
    return ring[(newest + back) % N];
}
