/* Squared distance of a point from the origin, asked again and again for the same point. */
static struct {
    int x, y, r2;
} cache;                     /* 0, 0 has distance 0: valid from the start */

int range2(int x, int y)
{
    if (x != cache.x && y != cache.y) {
        cache.x = x;
        cache.y = y;
        cache.r2 = x * x + y * y;
    }
    return cache.r2;
}

int is_near(int x, int y)
{
    int r2 = range2(x, y);

    return r2 < 10000;
}
