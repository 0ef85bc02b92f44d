#include <stdio.h>

#define W 8
#define H 6

static unsigned char board[H][W];

static int neighbours(int y, int x)
{
    int n = 0;

    for (int dy = -1; dy <= 1; dy++)
        for (int dx = -1; dx <= 1; dx++)
            if (dy || dx)
                n += board[(y + dy + H) % H][(x + dx + W) % W];
    return n;
}

static void step(void)
{
    unsigned char next[H][W];

    for (int y = 0; y < H; y++)
        for (int x = 0; x < W; x++) {
            int n = neighbours(y, x);
            next[y][x] = n == 3 || (n == 2 && board[y][x]);
        }
    for (int i = 0; i < H * W; i++)
        board[i / W][i % W] = next[i / W][i % W];
}

int main(void)
{
    int c, i = 0;

    while (i < H * W && (c = getchar()) != EOF)
        if (c != '\n') {
            board[i / W][i % W] = c == '#';
            i++;
        }
    for (int t = 0; t < 4; t++)
        step();
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(board[y][x] ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
