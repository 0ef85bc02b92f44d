/* Cursor of a menu of five lines. */
static int cursor;

int menu_down(void)
{
    cursor = (cursor + 1) % 5;
    return cursor;
}

int menu_up(void)
{
    cursor = (cursor + 4) % 5;
    return cursor;
}

void menu_home(void)
{
    cursor = 0;
}
