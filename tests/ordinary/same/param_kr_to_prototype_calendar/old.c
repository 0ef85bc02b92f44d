#include <stdio.h>
#include <stdlib.h>

static int leap(y)
    int y;
{
    return (y % 4 == 0 && y % 100 != 0) || y % 400 == 0;
}

static int weekday(y, m, d)
    int y, m, d;
{
    static int shift[] = { 0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4 };

    if (m < 3)
        y--;
    return (y + y / 4 - y / 100 + y / 400 + shift[m - 1] + d) % 7;
}

int main(int argc, char **argv)
{
    long year;

    if (argc != 2)
        return 2;
    year = strtol(argv[1], NULL, 10);
    if (year < 1 || year > 9999)
        return 1;
    for (int m = 1; m <= 12; m++)
        printf("%2d starts on day %d\n", m, weekday((int)year, m, 1));
    printf("leap: %d\n", leap((int)year));
    return 0;
}
