/* Wear of a brake pad. */
static int wear;

void brake(int force)
{
    if (force > 50)
        wear += 2;
    else if (force > 0)
        wear += 1;
    if (wear > 255)
        wear = 255;
}

int worn_out(void)
{
    return wear == 255;
}

int wear_percent(void)
{
    return wear * 100 / 255;
}
