/* Index of the price level: how many limits the price has reached. */
static const int limits[12] = {10, 25, 50, 100, 175, 250, 400, 600, 1000, 1500, 2500, 5000};

int price_level(int price)
{
    int level = 0;

    while (level < 12 && price >= limits[level])
        level++;
    return level;
}
