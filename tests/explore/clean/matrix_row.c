/* explore: --function cell
 * run: cell(0, 0);
 * run: cell(2, 2);
 * run: cell(3, 0);
 * run: cell(0, 3); */
static const int m[3][3] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};

int cell(int row, int column)
{
    if (row < 0 || row > 2 || column < 0 || column > 2)
        return 0;
    return m[row][column];
}
