static int step_of(float x, float edge)
{
    if (x != x)
        return 0;
    return x < edge ? -1 : 1;
}

static float threshold = 0.25f;

int compare_level(float level)
{
    return step_of(level, threshold);
}

int in_window(float level)
{
    return step_of(level, -1.5f) > 0 && step_of(level, 8.0f) < 0;
}

int scale_bucket(float level)
{
    float edge = 1.0f;
    int n = 0;

    while (n < 20 && step_of(level, edge) > 0) {
        edge *= 2.0f;
        n++;
    }
    return n;
}
