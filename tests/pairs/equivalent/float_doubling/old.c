/* Peak-to-peak value and centre of a wave, packed into one figure of merit. */
double peak_to_peak(double amplitude, double offset)
{
    double swing = amplitude * 2.0;
    double centre = offset / 2.0;

    return swing - centre;
}
