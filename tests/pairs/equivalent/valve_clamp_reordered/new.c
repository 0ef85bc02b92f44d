/* Valve position in per mille from a demand. */
int valve_position(int demand, int manual)
{
    if (demand >= 1000)
        return manual != 0 ? 500 : 1000;
    if (demand <= 0)
        return 0;
    if (!manual)
        return demand;
    return demand >> 1;
}
