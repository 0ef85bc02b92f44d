#include <stdio.h>

#define W 8
#define H 6

typedef unsigned char row_t;

static unsigned cell(const row_t *rows, int y, int x)
{
    return (unsigned)rows[(y + H) % H] >> (x & (W - 1)) & 1u;
}

static row_t next_row(const row_t *rows, int y)
{
    unsigned out = 0;

    for (int x = 0; x < W; x++) {
        unsigned n = 0, self = cell(rows, y, x);

        for (int k = 0; k < 9; k++)
            n += cell(rows, y + k / 3 - 1, x + W + k % 3 - 1);
        n -= self;
        if (n == 3 || (n == 2 && self))
            out |= 1u << x;
    }
    return (row_t)out;
}

int main(void)
{
    row_t board[2][H] = { { 0 } };
    int now = 0, c;

    for (int i = 0; i < H * W && (c = getchar()) != EOF;)
        if (c != '\n') {
            if (c == '#')
                board[0][i / W] |= (row_t)(1u << i % W);
            i++;
        }
    for (int t = 0; t < 4; t++, now ^= 1)
        for (int y = 0; y < H; y++)
            board[!now][y] = next_row(board[now], y);
    for (int y = 0; y < H; y++) {
        for (int x = 0; x < W; x++)
            putchar(cell(board[now], y, x) ? '#' : '.');
        putchar('\n');
    }
    return 0;
}
