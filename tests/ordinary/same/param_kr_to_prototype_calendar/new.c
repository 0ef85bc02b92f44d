#include <stdio.h>
#include <stdlib.h>

static int leap(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

static int weekday(int year, int month, int day)
{
    static const int shift[] = { 0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4 };

    if (month < 3)
        year--;
    return (year + year / 4 - year / 100 + year / 400 + shift[month - 1] + day) % 7;
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
