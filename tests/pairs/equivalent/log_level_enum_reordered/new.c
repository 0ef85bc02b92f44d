/* Which messages are logged: 0 all ... 3 only errors. */
enum verbosity { V_ERROR, V_WARNING, V_INFO, V_DEBUG };

static enum verbosity verbosity = V_WARNING;

int log_threshold(int n)
{
    if (n < 0 || n > 3)
        return -1;
    verbosity = (enum verbosity)(3 - n);
    return 0;
}

int log_enabled(int severity)
{
    if (severity < 0 || severity > 3)
        return 0;
    return 3 - severity <= (int)verbosity;
}
