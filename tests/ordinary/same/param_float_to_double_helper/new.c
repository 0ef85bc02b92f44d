static int step_of(double x, double edge)
{
    if (x != x)
        return 0;
    return x < edge ? -1 : 1;
}

static const double threshold = 0.25;

int compare_level(float level)
{
    return step_of(level, threshold);
}

int in_window(float level)
{
    return step_of(level, -1.5) > 0 && step_of(level, 8.0) < 0;
}

int scale_bucket(float level)
{
    double edge = 1.0;
    int n;

    for (n = 0; n < 20 && step_of(level, edge) > 0; n++)
        edge *= 2.0;
    return n;
}
