/* Toggles a lamp with each press. */
static int before;
static int lamp;

int press(int level)
{
    if (level && !before)
        lamp = !lamp;
    before = level;
    return lamp;
}
