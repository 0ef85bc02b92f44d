/* explore: --function neighbours
 * error: index-out-of-bounds
 * run: neighbours(2, 0); */
static char board[3][4] = {"#..", "..#", "##."};

int neighbours(int x, int y)
{
    int n = 0;
    if (y < 0 || y > 2 || x < 0 || x > 2)
        return -1;
    if (x > 0)
        n += board[y][x - 1] == '#';
    n += board[y][x + 2] == '#';
    return n;
}
