/* Exponential average over a ring of four samples. */
double history[4];

static double towards(double from, double to, double share)
{
    double gap = to - from;
    return gap * share + from;
}

double settle(unsigned count, double start, double alpha)
{
    unsigned i = 0;

    while (i != count) {
        start = towards(start, history[i & 3], alpha);
        i++;
    }
    return start;
}
