/* Peak-to-peak value and centre of a wave, packed into one figure of merit. */
double peak_to_peak(double amplitude, double offset)
{
    double swing = amplitude + amplitude;

    return swing - 0.5 * -(-offset);
}
