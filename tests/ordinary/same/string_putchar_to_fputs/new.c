#include <stdio.h>
#include <string.h>

#define WIDTH 20

static void bar(unsigned value)
{
    char line[WIDTH + 4] = "[";

    if (value > WIDTH)
        value = WIDTH;
    memset(line + 1, ' ', WIDTH);
    memset(line + 1, '=', value);
    strcpy(line + 1 + WIDTH, "]\n");
    fputs(line, stdout);
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
