/* explore: --function neighbours
 * run: neighbours(2, 0);
 * run: neighbours(0, 2);
 * run: neighbours(3, 3); */
static char board[3][4] = {"#..", "..#", "##."};

int neighbours(int x, int y)
{
    int n = 0;
    if (y < 0 || y > 2 || x < 0 || x > 2)
        return -1;
    if (x > 0)
        n += board[y][x - 1] == '#';
    n += board[y][x + 1] == '#';
    return n;
}
