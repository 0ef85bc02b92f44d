/* A heading in 0 .. 359. */
int heading(int angle)
{
    int h = angle % 360;

    return h;
}
