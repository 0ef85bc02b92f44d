/* Sorts five numbers. */
int row[5];

void sort_five(void)
{
    int i, j;

    for (i = 4; i > 0; i--)
        for (j = 0; j < i; j++)
            if (row[j] > row[j + 1]) {
                int t = row[j];

                row[j] = row[j + 1];
                row[j + 1] = t;
            }
}
