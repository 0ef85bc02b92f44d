#define SIDE 5

static unsigned char grid[SIDE][SIDE];

static void paint(int row, int col, unsigned char value)
{
    if (grid[row][col] != value)
        grid[row][col] = value;
}

void grid_cross(int row, int col, unsigned char value)
{
    if (row < 0 || row >= SIDE || col < 0 || col >= SIDE)
        return;
    for (int i = 0; i < SIDE; i++) {
        paint(row, i, value);
        paint(i, col, value);
    }
}

int grid_at(int row, int col)
{
    if (row < 0 || row >= SIDE || col < 0 || col >= SIDE)
        return -1;
    return grid[row][col];
}

void grid_border(unsigned char value)
{
    for (int i = 0; i < SIDE; i++) {
        paint(0, i, value);
        paint(SIDE - 1, i, value);
        paint(i, 0, value);
        paint(i, SIDE - 1, value);
    }
}
