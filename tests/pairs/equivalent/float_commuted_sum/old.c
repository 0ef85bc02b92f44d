/* Power drawn from a battery with an inner resistance. */
double battery_power(double voltage, double current, double resistance)
{
    double loss = current * current * resistance;
    double load = voltage * current;

    return load + loss;
}
