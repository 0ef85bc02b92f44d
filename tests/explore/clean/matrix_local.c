/* explore: --function corner
 * run: corner(0, 2, 1);
 * run: corner(1, 0, 1);
 * run: corner(0, 3, 9); */
int corner(unsigned row, unsigned column, int value)
{
    int grid[2][3] = {{0, 0, 0}, {0, 0, 0}};
    if (row > 0 || column >= 3)
        return -1;
    grid[row][column] = value;
    return grid[0][2] + grid[1][0] * 2;
}
