/* Length of a fixed field without the blanks at its end. */
#define WIDTH 10
char field[WIDTH];

int trimmed_length(void)
{
    const char *p = field + WIDTH;

    do {
        p--;
        if (!(*p == ' '))
            return (int)(p - field) + 1;
    } while (p > field);
    return 0;
}
