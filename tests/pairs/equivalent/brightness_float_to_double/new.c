/* Brightness of a panel, 0 to 1. */
static struct panel {
    float level;
} panel = {.level = 0.5f};

void panel_set(double v)
{
    if (v < 0.0 || v > 1.0 || v != v)
        return;
    panel.level = (float)v;
}

int panel_percent(void)
{
    float p = panel.level * 100.0f;

    return (int)p;
}
