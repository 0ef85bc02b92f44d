/* Display of four digits, shown all at once. */
static char back[4], front[4];

void digit_set(int i, char c)
{
    if (i >= 0 && i < 4)
        back[i] = c;
}

void display_show(void)
{
    for (int i = 0; i < 4; i++)
        front[i] = back[i];
}

char digit_shown(int i)
{
    return i >= 0 && i < 4 ? front[i] : ' ';
}
