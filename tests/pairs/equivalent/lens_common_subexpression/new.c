/* Power of a thick lens by the lens maker's equation. */
double lens_power(double n, double r1, double r2, double d)
{
    const double excess = n - 1.0;
    const double curvature = 1.0 / r1 - 1.0 / r2;
    const double thick = d * (excess * excess) / (r1 * n * r2);

    return thick + excess * curvature;
}
