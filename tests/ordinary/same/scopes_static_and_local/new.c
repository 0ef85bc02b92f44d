static int threshold = 1;

int would_log_at(int a, int b);

int set_level(int level)
{
    int previous = threshold;

    if (level >= 0 && level <= 9)
        threshold = level;
    return previous;
}

int would_log(int level)
{
    return level < 0 ? 1 : would_log_at(level, 0);
}

int would_log_at(int a, int b)
{
    static int level;

    level = (level + 1) % 100;
    return a <= threshold || (b && level == 1);
}
