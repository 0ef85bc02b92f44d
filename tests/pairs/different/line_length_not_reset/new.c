/* Notices lines of more than 80 characters. */
int line_char(char c)
{
    static unsigned char width;

    if (c != '\n') {
        width += width <= 80;
        return 0;
    }
    c = width > 80;
    return c;
}
