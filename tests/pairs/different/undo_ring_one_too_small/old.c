/* Undo of a setting, five levels. */
static int history[5];
static int depth;
static int current;

void setting_change(int v)
{
    if (depth == 5) {
        for (int i = 1; i < 5; i++)
            history[i - 1] = history[i];
        depth = 4;
    }
    history[depth++] = current;
    current = v;
}

int setting_undo(void)
{
    if (depth == 0)
        return 0;
    current = history[--depth];
    return 1;
}

int setting(void)
{
    return current;
}
