/* Sorts five numbers. */
int row[5];

static void order(int *a, int *b)
{
    if (*a > *b) {
        int t = *a;

        *a = *b;
        *b = t;
    }
}

void sort_five(void)
{
    int i, j;

    for (i = 4; i >= 1; i--)
        for (j = 1; j <= i; j++)
            order(&row[j - 1], &row[j]);
}
