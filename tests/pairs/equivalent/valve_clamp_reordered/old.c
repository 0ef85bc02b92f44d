/* Valve position in per mille from a demand. */
int valve_position(int demand, int manual)
{
    int position;

    if (demand < 0)
        position = 0;
    else if (demand > 1000)
        position = 1000;
    else
        position = demand;
    if (manual)
        position = position / 2;
    return position;
}
