/* Temperature between scales: 0 Celsius to Fahrenheit, 1 back, otherwise to Kelvin. */
#define ICE 32.0

double convert(double t, int mode)
{
    double result;
    switch (mode) {
    case 1:
        result = 5.0 * (t - ICE);
        result /= 9.0;
        break;
    case 0:
        result = ICE + 9.0 * t / 5.0;
        break;
    default:
        result = 273.15 + t;
    }
    return result;
}
