/* Health of a link: ten good frames make it up, a count of zero down. */
static int health;
static int up;

int link_frame(int good)
{
    if (good && health < 10)
        health++;
    else if (!good && health > 0)
        health--;
    if (health == 10)
        up = 1;
    else if (health == 0)
        up = 0;
    return up;
}
