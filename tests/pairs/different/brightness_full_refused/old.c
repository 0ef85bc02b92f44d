/* Brightness of a panel, 0 to 1. */
static float level = 0.5f;

void panel_set(float v)
{
    if (v >= 0.0f && v <= 1.0f)
        level = v;
}

int panel_percent(void)
{
    return (int)(level * 100.0f);
}
