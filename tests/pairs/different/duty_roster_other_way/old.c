/* Who is on duty; the roster rotates by one each week. */
static int team[4] = {11, 22, 33, 44};

void roster_week(void)
{
    int first = team[0];

    team[0] = team[1];
    team[1] = team[2];
    team[2] = team[3];
    team[3] = first;
}

int roster(int i)
{
    if (i < 0 || i > 3)
        return 0;
    return team[i];
}
