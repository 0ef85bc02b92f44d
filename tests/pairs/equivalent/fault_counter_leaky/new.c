/* A fault adds 3, a good cycle removes 1; alarm above 8. */
static unsigned doubled;

int fault_cycle(int faulty)
{
    doubled = faulty ? doubled + 6 : doubled < 2 ? 0 : doubled - 2;
    if (doubled >= 40)
        doubled = 40;
    return doubled >= 18;
}
