/* Cursor of a menu of five lines. */
static int move(int by)
{
    static unsigned char line;

    if (by == 0)
        line = 0;
    else if (by > 0)
        line = line == 4 ? 0 : (unsigned char)(line + 1);
    else
        line = line == 0 ? 4 : (unsigned char)(line - 1);
    return line;
}

int menu_down(void)
{
    return move(1);
}

int menu_up(void)
{
    return move(-1);
}

void menu_home(void)
{
    (void)move(0);
}
