/* Puts the last of six numbers in its place among the others, which are in order. */
int row[6];

void insert_last(void)
{
    int value = row[5];
    int i;

    for (i = 4; i >= 0 && row[i] > value; i--)
        row[i + 1] = row[i];
    row[i + 1] = value;
}
