/* explore: --function corner
 * error: index-out-of-bounds
 * run: corner(0, 4, 5); */
int corner(unsigned row, unsigned column, int value)
{
    int grid[2][3] = {{0, 0, 0}, {0, 0, 0}};
    if (row > 0 || column >= 5)
        return -1;
    grid[row][column] = value;
    return grid[0][2] + grid[1][0] * 2;
}
