/* Undo of a setting, five levels. */
static struct {
    int value[6];            /* ring: the current value and what was before it */
    unsigned at;
    unsigned old;            /* how many values can be undone */
} undo;

void setting_change(int v)
{
    undo.at = (undo.at + 1) % 6;
    undo.value[undo.at] = v;
    if (undo.old < 5)
        undo.old++;
}

int setting_undo(void)
{
    if (undo.old == 0)
        return 0;
    undo.old--;
    undo.at = undo.at ? undo.at - 1 : 0;
    return 1;
}

int setting(void)
{
    return undo.value[undo.at];
}
