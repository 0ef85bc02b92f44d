#include <stdio.h>

static double add(double sum, double value)
{
    return sum + value;
}

static double eighths(unsigned n)
{
    return (n % 1048576u) / 8.0;
}

int main(void)
{
    unsigned n;
    float sum = 0.0f;
    int lines = 0;

    while (lines < 16 && scanf("%9u", &n) == 1) {
        sum = add(sum, eighths(n));
        lines++;
    }
    printf("%d readings, sum %.3f\n", lines, sum);
    return 0;
}
