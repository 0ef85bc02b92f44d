#include <stdio.h>

static float add(float sum, float value)
{
    return sum + value;
}

static float eighths(unsigned n)
{
    return (float)(n % 1048576u) / 8.0f;
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
