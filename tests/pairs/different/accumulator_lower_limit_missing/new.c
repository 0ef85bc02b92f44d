/* Integrator with limits. */
#define LIMIT 100000LL

static long long i_term;

static long long clamp(long long v, long long bound)
{
    if (v >= bound)
        return bound;
    return v;
}

int integrate(short error)
{
    i_term = clamp(i_term + error, LIMIT);
    return (int)i_term;
}

void integral_clear(void)
{
    i_term = 0;
}
