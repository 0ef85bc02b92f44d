/* Height above the reference. */
static double reference;

void altitude_zero(float h)
{
    if (h == h)
        reference = h;
}

double altitude(float h)
{
    return h - reference;
}
