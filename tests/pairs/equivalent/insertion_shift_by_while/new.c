/* Puts the last of six numbers in its place among the others, which are in order. */
int row[6];

void insert_last(void)
{
    int value = row[5];
    int at = 5;

    while (at > 0) {
        if (row[at - 1] <= value)
            break;
        row[at] = row[at - 1];
        at--;
    }
    row[at] = value;
}
