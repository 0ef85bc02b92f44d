/* Where a word of this length starts on a page of 40 columns; 0 begins a line. */
static int column;

int place_word(unsigned char length)
{
    int start;

    if (column > 0 && column + 1 + length > 40)
        column = 0;
    start = column == 0 ? 0 : column + 1;
    column = start + length;
    if (column > 40)
        column = 40;
    return start;
}

void new_line(void)
{
    column = 0;
}
