/* Length of a fixed field without the blanks at its end. */
#define WIDTH 10
char field[WIDTH];

int trimmed_length(void)
{
    int n;

    for (n = WIDTH; n > 0; n--)
        if (field[n - 1] != ' ')
            break;
    return n;
}
