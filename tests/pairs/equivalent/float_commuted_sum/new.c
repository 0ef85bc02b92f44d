/* Power drawn from a battery with an inner resistance. */
double battery_power(double voltage, double current, double resistance)
{
    return resistance * (current * current) + current * voltage;
}
