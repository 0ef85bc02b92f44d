/* A few steps of Newton's method for the square root. */
double root(double x, int steps)
{
    double guess = x;
    int left;

    if (steps < 1)
        return guess;
    guess = 0.5 * (guess + x / guess);
    for (left = steps - 1; left > 0; left--)
        guess = (guess + x / guess) * 0.5;
    return guess;
}
