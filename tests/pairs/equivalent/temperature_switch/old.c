/* Temperature between scales: 0 Celsius to Fahrenheit, 1 back, otherwise to Kelvin. */
double convert(double t, int mode)
{
    if (mode == 0)
        return t * 9.0 / 5.0 + 32.0;
    else if (mode == 1)
        return (t - 32.0) * 5.0 / 9.0;
    else
        return t + 273.15;
}
