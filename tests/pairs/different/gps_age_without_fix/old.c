/* Age of the last position, in ticks, 100 at most; -1 if there is none. */
static int age = -1;

void gps_fix(void)
{
    age = 0;
}

void gps_tick(void)
{
    if (age >= 0 && age < 100)
        age++;
}

int gps_age(void)
{
    return age;
}
