#include <limits.h>
#include <stdio.h>

int month_days(unsigned year, unsigned month);
int day_of_year(unsigned year, unsigned month, int day);

int main(void)
{
    static const unsigned years[] = { 0, 4, 100, 400, 1900, 2000, 2023, 2024, UINT_MAX };
    static const int days[] = { INT_MIN, -1, 0, 1, 28, 29, 30, 31, 32, INT_MAX };
    for (unsigned y = 0; y < 9; y++)
        for (unsigned m = 0; m < 15; m++) {
            printf("%d:", month_days(years[y], m));
            for (int d = 0; d < 10; d++)
                printf(" %d", day_of_year(years[y], m, days[d]));
            printf("\n");
        }
    printf("%d\n", month_days(2000, UINT_MAX));
    return 0;
}
