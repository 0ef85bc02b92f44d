/* Squared distance of a point from the origin, asked again and again for the same point. */
int range2(int x, int y)
{
    return x * x + y * y;
}

int is_near(int x, int y)
{
    return range2(x, y) < 10000;
}
