/* A fault adds 3, a good cycle removes 1; alarm above 8. */
static int level;

int fault_cycle(int faulty)
{
    if (faulty)
        level += 3;
    else if (level > 0)
        level -= 1;
    if (level > 20)
        level = 20;
    return level > 8;
}
