#include <stdio.h>
#include <string.h>

#define WIDTH 20

static void bar(unsigned value)
{
    unsigned i;

    if (value > WIDTH)
        value = WIDTH;
    putchar('[');
    for (i = 0; i < value; i++)
        putchar('=');
    for (; i < WIDTH; i++)
        putchar(' ');
    putchar(']');
    putchar('\n');
}

int main(void)
{
    unsigned v;
    int rows = 0;

    while (scanf("%3u", &v) == 1) {
        bar(v);
        rows++;
    }
    printf("%d\n", rows % 1000);
    return 0;
}
