/* Torque in the other direction. */
double reversed_torque(double torque, int reversed)
{
    if (reversed)
        return torque;
    return 0.0 - torque;
}
