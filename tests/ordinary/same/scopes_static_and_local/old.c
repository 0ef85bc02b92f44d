static int level = 1;

int set_level(int new_level)
{
    int old = level;

    if (new_level >= 0 && new_level <= 9)
        level = new_level;
    return old;
}

int would_log(int level)
{
    if (level < 0)
        return 1;
    {
        extern int would_log_at(int a, int b);
        return would_log_at(level, 0);
    }
}

int would_log_at(int a, int b)
{
    static int calls;

    {
        int calls_seen = calls;
        calls = calls_seen == 99 ? 0 : calls_seen + 1;
    }
    return a <= level || (b && calls == 1);
}
