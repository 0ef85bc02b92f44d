/* Weighted error of two sensors against a reference. */
int blend(int a, int b, int c, int k)
{
    int first = a * k;
    int second = b * k;
    int reference = c * k;

    return first + second - reference;
}
