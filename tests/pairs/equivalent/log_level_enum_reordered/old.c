/* Which messages are logged: 0 all ... 3 only errors. */
enum level { DEBUG, INFO, WARNING, ERROR };

static enum level threshold = WARNING;

int log_threshold(int n)
{
    if (n < DEBUG || n > ERROR)
        return -1;
    threshold = (enum level)n;
    return 0;
}

int log_enabled(int severity)
{
    return severity >= (int)threshold && severity <= ERROR;
}
