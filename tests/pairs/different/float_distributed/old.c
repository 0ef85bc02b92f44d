/* Torque of two forces on one arm. */
double torque_sum(double f1, double f2, double arm)
{
    return f1 * arm + f2 * arm;
}
