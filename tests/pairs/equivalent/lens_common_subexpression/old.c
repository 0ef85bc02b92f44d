/* Power of a thick lens by the lens maker's equation. */
double lens_power(double n, double r1, double r2, double d)
{
    double thin = (n - 1.0) * (1.0 / r1 - 1.0 / r2);
    double thick = ((n - 1.0) * (n - 1.0) * d) / (n * r1 * r2);

    return thin + thick;
}
