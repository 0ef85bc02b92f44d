/* Level of the alarm horn. */
int alarm_level(int pressure_alarm, int heat_alarm, int acknowledged)
{
    int level = 0;

    if (pressure_alarm & heat_alarm)
        level = 3;
    else if (pressure_alarm)
        level = 2;
    else if (heat_alarm)
        level = 1;
    if (acknowledged && level > 1)
        level--;
    return level;
}
