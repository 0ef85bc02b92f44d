/* Index of the price level: how many limits the price has reached. */
static const int limits[12] = {10, 25, 50, 100, 175, 250, 400, 600, 1000, 1500, 2500, 5000};

int price_level(int price)
{
    int low = 0;
    int high = 12;

    while (low < high) {
        int middle = low + (high - low) / 2;

        if (price < limits[middle])
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}
