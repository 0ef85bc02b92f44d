/* Points of a level. */
int level_points(int level)
{
    if (level < 0 || level > 15)
        return 0;
    return level * level * 3 + 7;
}

int level_total(int a, int b)
{
    return level_points(a) + level_points(b);
}
