/* Sum of two readings, kept exactly. */
double scaled_sum(float a, float b)
{
    double sum = (double)a + b;

    return sum * 0.25;
}
