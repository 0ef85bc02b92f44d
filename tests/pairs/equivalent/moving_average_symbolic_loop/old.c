/* Exponential average over a ring of four samples. */
double history[4];

double settle(unsigned count, double start, double alpha)
{
    double average = start;
    unsigned i;

    for (i = 0; i < count; i++)
        average = average + alpha * (history[i % 4] - average);
    return average;
}
