/* Moves a cursor on a screen of 80 by 24. */
int column, row;

void apply_key(char key)
{
    switch (key) {
    case 'h':
        if (column > 0)
            column--;
        break;
    case 'l':
        if (column < 79)
            column++;
        break;
    case 'k':
        if (row > 0)
            row--;
        break;
    case 'j':
        if (row < 23)
            row++;
        break;
    }
}
