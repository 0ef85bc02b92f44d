/* A few steps of Newton's method for the square root. */
double root(double x, int steps)
{
    double guess = x;
    int i;

    for (i = 0; i < steps; i++)
        guess = 0.5 * (guess + x / guess);
    return guess;
}
