/* Notices lines of more than 80 characters. */
static int column;
static int overflow;

int line_char(char c)
{
    if (c == '\n') {
        int was = overflow;

        column = 0;
        overflow = 0;
        return was;
    }
    if (column == 80)
        overflow = 1;
    else
        column++;
    return 0;
}
