/* Display of four digits, shown all at once. */
static char page[2][4];
static int shown;

void digit_set(int i, char c)
{
    if (i >= 0 && i < 4)
        page[!shown][i] = c;
}

void display_show(void)
{
    int hidden = shown;

    shown = !shown;
    for (int i = 0; i < 4; i++)
        page[hidden][i] = page[shown][i];
}

char digit_shown(int i)
{
    if (i < 0 || i > 3)
        return ' ';
    return page[shown][i];
}
